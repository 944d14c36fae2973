import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { root, run } from './pack.js'

/** The built file of each export of each library. */
const entries = globSync('packages/*/package.json', { cwd: root }).flatMap((manifest) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8'))
  return Object.entries<{ default?: string }>(exports).flatMap(([path, { default: file }]) =>
    // The contract suites only run inside vitest; the table definitions are for drizzle's own tools.
    file === undefined || path === './schema' || path.startsWith('./contracts')
      ? []
      : [[`${name}${path.slice(1)}`, join(root, dirname(manifest), file)] as const],
  )
})

/** Native or large modules, which must be imported dynamically. */
const heavy = [
  'openai',
  '@modelcontextprotocol',
  '@agentclientprotocol',
  '@anthropic-ai',
  '@aws-sdk',
  'better-sqlite3',
  'drizzle-orm',
  'web-tree-sitter',
  'gpt-tokenizer',
  'pg',
]

test.each(entries)('imports %s without output, open handles or heavy modules', (_, file) => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import(${JSON.stringify(pathToFileURL(file).href)})
    const open = process.getActiveResourcesInfo().filter((kind) => !/PipeWrap|TTY|FSReq|Immediate/.test(kind))
    console.log(JSON.stringify({ loaded, open }))`
  const printed = run(process.execPath, ['--input-type=module', '--eval', script], root)
  const { loaded, open } = JSON.parse(printed)
  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.filter((url: string) => heavy.some((name) => url.includes(`/node_modules/${name}/`)))).toEqual([])
  expect(open).toEqual([])
})

test('imports no Node module in core', () => {
  const { 1: core } = entries.find(([name]) => name === '@hermes/core') ?? []
  const loads = (code: string) =>
    run(
      process.execPath,
      ['--input-type=module', '--eval', `${code}; console.log(process.moduleLoadList.length)`],
      root,
    )
  const bare = Number(loads(`await import('data:text/javascript,')`))
  expect(Number(loads(`await import(${JSON.stringify(pathToFileURL(core ?? '').href)})`)) - bare).toBeLessThan(8)
})
