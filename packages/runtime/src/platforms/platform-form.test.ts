import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { expect, test } from 'vitest'
import { tempHome } from '../../testing/temp-home.js'
import { builtInPlatformNames, openPlatformForm } from './platform-form.js'

const asked = async (name: string) => {
  const { fields } = await openPlatformForm({ name, paths: await tempHome() })
  return fields.filter(({ isAsked }) => isAsked).map(({ variable }) => variable)
}

test('asks for what a network needs, by the names of its variables', async () => {
  expect(builtInPlatformNames()).toEqual(['telegram', 'matrix', 'email'])
  expect(await asked('telegram')).toEqual(['TELEGRAM_BOT_TOKEN'])
  expect(await asked('matrix')).toEqual(['MATRIX_HOMESERVER', 'MATRIX_ACCESS_TOKEN'])
  expect(await asked('email')).toEqual([
    'EMAIL_ADDRESS',
    'EMAIL_PASSWORD',
    'EMAIL_IMAP_HOST',
    'EMAIL_SMTP_HOST',
    'EMAIL_AUTHSERV_ID',
  ])
})

test('marks each secret of a built-in network, and says where a person finds what is required', async () => {
  for (const name of builtInPlatformNames()) {
    const { fields, title, personIds, chatIds } = await openPlatformForm({ name, paths: await tempHome() })
    expect([title, personIds, chatIds]).not.toContain(undefined)
    const secrets = fields.filter((field) => /token|password|secret/.test(field.name))
    expect(secrets.every(({ isSecret }) => isSecret)).toBe(true)
    expect(fields.filter(({ isSecret, isRequired, source }) => isSecret && isRequired && !source)).toEqual([])
    expect(fields.filter(({ description }, index) => description === fields[index]?.name)).toEqual([])
  }
})

test('converts texts and rejects values as the network does', async () => {
  const form = await openPlatformForm({ name: 'email', paths: await tempHome() })
  const port = form.fields.find(({ name }) => name === 'imap_port')
  expect(port).toMatchObject({ default: '993', isRequired: false, isAsked: false })
  expect(port?.toValue('143')).toBe(143)
  expect(form.problemOf('imap_port', { imap_port: 143 })).toBeUndefined()
  expect(form.problemOf('imap_port', { imap_port: port?.toValue('many') })).toMatch(/number/)
  expect(form.problemOf('address', { address: 'nobody' })).toMatch(/email/i)
  expect(form.fields.find(({ name }) => name === 'unencrypted')?.choices).toEqual(['true', 'false'])
})

test('has what all networks have in common, which texts can set', async () => {
  const form = await openPlatformForm({ name: 'email', paths: await tempHome() })
  const field = (name: string) => form.commonFields.find((each) => each.name === name)
  expect(field('allow_from')).toMatchObject({ variable: 'EMAIL_ALLOW_FROM', isAsked: false })
  expect(field('allow_from')?.toValue('ada@example.org, bob@example.org')).toEqual([
    'ada@example.org',
    'bob@example.org',
  ])
  expect(field('allow_all')?.toValue('guests')).toBe('guests')
  expect(field('allow_all')?.toValue('true')).toBe(true)
  expect(['use', 'channels'].map(field)).toEqual([undefined, undefined])
  expect(form.problemOf('busy_mode', { busy_mode: 'queue' })).toBeUndefined()
  expect(form.problemOf('busy_mode', { busy_mode: 'hurry' })).toMatch(/queue/)
})

test.each([
  [
    'telegram',
    ['123456789'],
    ['ada', '@ada', '12a'],
    ['42', '-1001234567890', '-100:7', '@news'],
    ['the group', '42:x'],
  ],
  ['matrix', ['@ada:example.org'], ['ada', '@ada'], ['!abc:example.org', '#room:example.org'], ['room']],
  ['email', ['ada@example.org'], ['ada', 'example.org'], ['ada@example.org'], ['ada']],
])('knows the format of an id on %s', async (name, people, strange, chats, strangeChats) => {
  const form = await openPlatformForm({ name, paths: await tempHome() })
  expect(people.filter(form.isPersonId)).toEqual(people)
  expect(strange.filter(form.isPersonId)).toEqual([])
  expect(chats.filter(form.isChatId)).toEqual(chats)
  expect(strangeChats.filter(form.isChatId)).toEqual([])
})

test.each([
  ['mail.example.org', true],
  ['localhost', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['bücher.example', true],
  ['my server', false],
  ['https://mail.example.org', false],
  ['mail.example.org:993', false],
  ['ada@example.org', false],
  ['mail..org', false],
  ['', false],
])('accepts the mail server "%s": %s', async (imap_host, isTaken) => {
  const form = await openPlatformForm({ name: 'email', paths: await tempHome() })
  expect(form.problemOf('imap_host', { imap_host }) === undefined).toBe(isTaken)
})

test('reads the form of a package, also of one whose library describes no schemas', async () => {
  const paths = await tempHome()
  const schema = { title: 'Foo', required: ['url'], properties: { url: { type: 'string', source: 'Ask Foo.' } } }
  const platform = (extra: string) => `export default {
    kind: 'platform', id: 'foo', create: () => { throw new Error('not here') },
    options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) ${extra} } },
  }`
  await mkdir(paths.home, { recursive: true })
  await writeFile(join(paths.home, 'foo.mjs'), platform(`, jsonSchema: { input: () => (${JSON.stringify(schema)}) }`))
  await writeFile(join(paths.home, 'bare.mjs'), platform(''))
  const foo = await openPlatformForm({ name: 'foo', use: './foo.mjs', paths })
  expect(foo).toMatchObject({ title: 'Foo', fields: [{ name: 'url', variable: 'FOO_URL', source: 'Ask Foo.' }] })
  expect(await openPlatformForm({ name: 'bare', use: './bare.mjs', paths })).toMatchObject({
    title: 'bare',
    fields: [],
  })
})

test('names the setting of an unknown network', async () => {
  const form = openPlatformForm({ name: 'pigeon', paths: await tempHome() })
  await expect(form).rejects.toSatisfy((error) => ConfigError.is(error) && error.path === 'platforms.pigeon')
})
