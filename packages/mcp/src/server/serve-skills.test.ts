import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { expect, onTestFinished, test } from 'vitest'
import type { ClientScope, ConversationHost } from './conversation-host.js'
import { serveConversations } from './serve-conversations.js'

type Files = Readonly<Record<string, string | Uint8Array>>

/** Connects a client to a host with these skills, each with its files. */
async function connect(skills: Record<string, Files>, scope: ClientScope = 'skills') {
  const warnings: string[] = []
  const host: ConversationHost = {
    version: '1',
    skills: {
      list: async () =>
        Object.entries(skills).map(([name, files]) => ({
          name,
          files: async () => Object.keys(files),
          read: async (path) => Buffer.from(files[path] ?? ''),
        })),
    },
    warn: (sentence) => void warnings.push(sentence),
    list: async () => [],
    read: async () => [],
    search: async () => [],
    send: () => Promise.reject(new Error('There is no agent.')),
    interrupt: async () => false,
    questions: async () => [],
    answer: () => Promise.reject(new Error('There is no question.')),
  }
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  const connection = await serveConversations(host, { scope, input: toServer, output: toClient })
  onTestFinished(() => connection[Symbol.asyncDispose]())
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StdioServerTransport(toClient, toServer))
  return { client, skills: new SkillsClient(client), warnings }
}

const manifest = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\n\nDo it.\n`

test('serves skills with hashes of all their files', async () => {
  const picture = Uint8Array.of(0x89, 0x50, 0xff, 0)
  const release: Files = {
    'SKILL.md': manifest('release'),
    'references/the notes.md': 'Short.',
    'assets/logo.png': picture,
  }
  const { skills } = await connect({ release, audit: { 'SKILL.md': manifest('audit') } })
  const { skills: listed } = await skills.list()
  expect(listed.map(({ uri }) => uri)).toEqual(['skill://audit/SKILL.md', 'skill://release/SKILL.md'])
  const { skill } = await skills.get('skill://release/SKILL.md')
  expect(skill.resources).toHaveLength(3)
  expect(await skills.read(skill)).toMatchObject({ verified: true, body: '\nDo it.\n' })
  expect(await skills.read(skill, 'references/the notes.md')).toMatchObject({ text: 'Short.', verified: true })
  expect((await skills.read(skill, 'assets/logo.png')).bytes).toEqual(picture)
})

test('serves a change at once', async () => {
  const files: Record<string, string> = { 'SKILL.md': manifest('release') }
  const { skills } = await connect({ release: files })
  const [before] = (await skills.list()).skills
  files['steps.md'] = 'One.'
  const { skill } = await skills.get('skill://release/SKILL.md')
  expect(before?.resources).toHaveLength(1)
  expect(await skills.read(skill, 'steps.md')).toMatchObject({ text: 'One.' })
})

test('pages through many skills', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `skill-${String(index).padStart(3, '0')}`)
  const { client, skills } = await connect(
    Object.fromEntries(names.map((name) => [name, { 'SKILL.md': manifest(name) }])),
  )
  const first = await skills.list({ cursor: '' })
  expect(first.nextCursor).toBeDefined()
  expect((await skills.list()).skills.map(({ frontmatter }) => frontmatter.name)).toEqual(names)
  expect((await client.listResources()).resources).toHaveLength(120)
})

test('leaves out a skill that is not in the strict format, and says why', async () => {
  const { skills, warnings } = await connect({
    fine: { 'SKILL.md': manifest('fine') },
    other: { 'SKILL.md': 'Hello.' },
  })
  expect((await skills.list()).skills.map(({ uri }) => uri)).toEqual(['skill://fine/SKILL.md'])
  await skills.list()
  expect(warnings).toEqual([expect.stringMatching(/^The skill "other" is not served: /)])
  await expect(skills.get('skill://other/SKILL.md')).rejects.toThrow('No skill is served')
})

test.each([
  'skill://release/../secrets',
  'skill://release/notes.md',
  'skill://other/SKILL.md',
  'skill://%E0%A4%A/SKILL.md',
])('does not serve %s', async (uri) => {
  const { client } = await connect({ release: { 'SKILL.md': manifest('release') } })
  await expect(client.readResource({ uri })).rejects.toThrow()
})

test('gives a client of skills no tools, and a reading client the skills as well', async () => {
  const skills = { release: { 'SKILL.md': manifest('release') } }
  const only = await connect(skills)
  expect(only.client.getServerCapabilities()?.tools).toBeUndefined()
  const reader = await connect(skills, 'read')
  expect((await reader.client.listTools()).tools).not.toHaveLength(0)
  expect((await reader.skills.list()).skills).toHaveLength(1)
})
