import { readdirSync, readlinkSync } from 'node:fs'
import { ConfigError } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { testHost } from '../testing/open-host.js'
import { tempFolder, tempHome } from '../testing/temp-home.js'
import { loadConfig } from './config/load/load-config.js'
import { createRuntime } from './create-runtime.js'

/** Lists the files of a folder that this process has open. */
function openFiles(folder: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      return path.startsWith(`${folder}/`) && path.includes('state.db') ? [path] : []
    } catch {
      // The descriptor of the listing itself is closed by now.
      return []
    }
  })
}

describe.skipIf(process.platform !== 'linux')('the store', () => {
  const refused = [
    'toolsets: [fiel]\n',
    'terminal: { backend: ssh }\n',
    'agent: { disabled_toolsets: [fiel] }\n',
    'model: { provider: openrouter }\n',
  ]

  test('is an open file while a host uses it', async () => {
    const paths = await tempHome()
    const { host } = await testHost({ paths })
    await host.store.sessions.find()
    expect(openFiles(paths.home)).not.toEqual([])
    await host[Symbol.asyncDispose]()
    expect(openFiles(paths.home)).toEqual([])
  })

  test.each(refused)('is closed by createRuntime when it rejects %j', async (config) => {
    const paths = await tempHome({ config })
    const variables = { PATH: process.env.PATH, HOME: paths.home }
    const loaded = await loadConfig({ paths, variables })
    const options = { paths, variables, config: loaded.config, surface: { source: 'test' } }
    const opened = createRuntime({ ...options, workingDirectory: await tempFolder() })
    await expect(opened).rejects.toSatisfy(ConfigError.is)
    expect(openFiles(paths.home)).toEqual([])
  })

  test.each(refused)('is closed with the host whose surface rejected %j', async (config) => {
    const paths = await tempHome({ config })
    const { host, open } = await testHost({ paths })
    await expect(open()).rejects.toSatisfy(ConfigError.is)
    await host[Symbol.asyncDispose]()
    expect(openFiles(paths.home)).toEqual([])
  })
})
