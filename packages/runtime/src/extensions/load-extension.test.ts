import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError, silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/temp-home.js'
import { loadExtension } from './load-extension.js'

/** An extension as a package would export it, without dependencies. Its options are `{ greeting: string }`. */
const extension = `
const validate = (value) => typeof value?.greeting === 'string'
  ? { value }
  : { issues: [{ message: 'Expected a text', path: ['greeting'] }] }
export default {
  kind: 'transport',
  id: 'foo',
  options: { '~standard': { version: 1, vendor: 'test', validate } },
  create: (options) => ({ id: 'foo:' + options.greeting, apiMode: 'custom', stream: async function* () {} }),
}
`

async function homeWith(files: Readonly<Record<string, string>>): Promise<string> {
  const home = await tempFolder()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, name)), { recursive: true })
    await writeFile(join(home, name), text)
  }
  return home
}

function load(home: string, section: { use: string; [option: string]: unknown }) {
  const services = { fetch: globalThis.fetch, logger: silentLogger }
  return loadExtension({ kind: 'transport', path: 'transport', section, home, services })
}

test.each(['import', 'default'])('imports a package of the home (exports with "%s")', async (condition) => {
  const home = await homeWith({
    'node_modules/hermes-foo/package.json': JSON.stringify({
      name: 'hermes-foo',
      exports: { '.': { [condition]: './main.mjs' } },
    }),
    'node_modules/hermes-foo/main.mjs': extension,
  })
  expect((await load(home, { use: 'hermes-foo', greeting: 'hi' })).id).toBe('foo:hi')
})

test('imports a file by absolute path or relative to the home', async () => {
  const home = await homeWith({ 'extensions/foo.mjs': extension })
  expect((await load(home, { use: './extensions/foo.mjs', greeting: 'a' })).id).toBe('foo:a')
  expect((await load(home, { use: join(home, 'extensions/foo.mjs'), greeting: 'b' })).id).toBe('foo:b')
})

test("validates options with the extension's schema and names the invalid setting", async () => {
  const home = await homeWith({ 'foo.mjs': extension })
  const error: unknown = await load(home, { use: './foo.mjs', greeting: 3 }).catch((reason: unknown) => reason)
  expect(error).toSatisfy(ConfigError.is)
  expect(error).toMatchObject({ path: 'transport.greeting', message: expect.stringContaining('Expected a text') })
})

test.each([
  ['hermes-foo', {}, 'npm install --prefix'],
  ['acme-hermes-foo', {}, 'npm install --prefix'],
  ['@acme/foo', {}, 'npm install --prefix'],
  ['holographic', {}, 'There is no transport "holographic": another one is a file such as ./holographic.mjs'],
  ['./foo.mjs', {}, 'There is no file'],
  ['not a name', {}, 'neither a package name nor a file path'],
  ['./foo.mjs', { 'foo.mjs': 'export const x = 1' }, 'its default export must come from defineTransport()'],
  ['./foo.mjs', { 'foo.mjs': extension.replace("'transport'", "'platform'") }, 'is not a transport'],
  ['./foo.mjs', { 'foo.mjs': 'throw new Error("boom")' }, 'could not be loaded'],
  ['hermes-foo', { 'node_modules/hermes-foo/package.json': '{"exports":{}}' }, 'no entry'],
])('rejects %s in a home with %j', async (use, files, sentence) => {
  const error: unknown = await load(await homeWith(files), { use }).catch((reason: unknown) => reason)
  expect(error).toSatisfy(ConfigError.is)
  expect(error).toMatchObject({ path: 'transport.use', message: expect.stringContaining(sentence) })
})

test('rejects an unknown option by name, even if the schema accepts it', async () => {
  const validate = '({ greeting }) => ({ value: { greeting: greeting ?? "hello" } })'
  const home = await homeWith({
    'foo.mjs': extension.replace(/const validate[\s\S]*?(?=export default)/, `const validate = ${validate}\n`),
  })
  expect((await load(home, { use: './foo.mjs', greeting: 'hi' })).id).toBe('foo:hi')
  const error: unknown = await load(home, { use: './foo.mjs', greting: 'hi' }).catch((reason: unknown) => reason)
  expect(error).toSatisfy(ConfigError.is)
  expect(error).toMatchObject({ path: 'transport.greting', message: expect.stringContaining('has no setting') })
})

test('ignores a package outside the home', async () => {
  const above = await homeWith({
    'node_modules/hermes-foo/package.json': '{"exports":"./main.mjs"}',
    'node_modules/hermes-foo/main.mjs': extension,
    'home/config.yaml': '',
  })
  await expect(load(join(above, 'home'), { use: 'hermes-foo', greeting: 'x' })).rejects.toThrow('is not installed')
})
