import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder, tempHome } from '../../testing/temp-home.js'
import { featureNames } from '../schema/features/feature-names.js'
import { featureList } from './feature-list.js'

const folder = dirname(fileURLToPath(import.meta.url))

test('lists every feature folder in the order of the names', () => {
  expect(featureList.map(({ name }) => name)).toEqual([...featureNames])
  const folders = globSync('*/create.ts', { cwd: folder }).map((path) => dirname(path))
  expect(folders.toSorted()).toEqual([...featureNames].toSorted())
})

/** Opens a runtime in a separate process. @returns the files that it has loaded. */
async function loadedBy(config: string): Promise<readonly string[]> {
  const paths = await tempHome({ config })
  const source = (name: string) => JSON.stringify(pathToFileURL(join(folder, '..', name)).href)
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({
      resolve: (name, context, next) => {
        try { return next(name, context) } catch (error) {
          if (!name.startsWith('.')) throw error
          return next(name.replace(/\\.js$/, '.ts'), context)
        }
      },
      load: (url, context, next) => (loaded.push(url), next(url, context)),
    })
    const { openHost } = await import(${source('open-host.ts')})
    const { homePaths } = await import(${source('home/home-paths.ts')})
    await using host = await openHost({ paths: homePaths(${JSON.stringify(paths.home)}), variables: process.env })
    await using runtime = await host.open({ surface: { source: 'test' }, workingDirectory: ${JSON.stringify(await tempFolder())} })
    console.log(JSON.stringify(loaded))`
  const printed = execFileSync(
    process.execPath,
    ['--conditions=@hermes/source', '--input-type=module-typescript', '--eval', script],
    { encoding: 'utf8', cwd: folder, env: { PATH: process.env.PATH, HOME: paths.home } },
  )
  return JSON.parse(printed)
}

function featuresIn(urls: readonly string[]): readonly string[] {
  return featureNames.filter((name) => urls.some((url) => url.endsWith(`/features/${name}/create.ts`)))
}

test('does not load a disabled feature or its tools', async () => {
  const usual = featureNames.filter((name) => !['titles', 'mcp', 'messages', 'shell-hooks'].includes(name))
  const folders = /\/tools\/src\/(?:checkpoints|code|delegate|vision|web)\//
  const all = await loadedBy('')
  expect(featuresIn(all)).toEqual(usual)
  expect(all.filter((url) => url.includes('/packages/mcp/'))).toEqual([])
  expect(all.some((url) => folders.test(url))).toBe(true)
  const off = ['web', 'vision', 'delegation', 'code']
  const fewer = await loadedBy(`disabled_features: [${off.join(', ')}]\ncheckpoints: { enabled: false }\n`)
  expect(featuresIn(fewer)).toEqual(usual.filter((name) => ![...off, 'checkpoints'].includes(name)))
  expect(fewer.filter((url) => folders.test(url))).toEqual([])
}, 120_000)

test('loads no SDK of MCP before a server is needed', async () => {
  const idle = await loadedBy('mcp_servers: { one: { command: /no/such/program } }\n')
  expect(featuresIn(idle)).toContain('mcp')
  expect(idle.filter((url) => url.includes('/@modelcontextprotocol/'))).toEqual([])
}, 120_000)
