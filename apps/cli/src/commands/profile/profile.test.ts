import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryText, openArchive } from '@hermes/safety/archive'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const { hermes } = cli
const inProfile = (name: string, ...parts: readonly string[]) => join(cli.home, 'profiles', name, ...parts)

/** Returns the text of every file in an archive. */
async function textsIn(archive: string): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {}
  for await (const entry of openArchive(archive)) texts[entry.name] = await entryText(entry, 1_000_000)
  return texts
}

test('uses the chosen profile without -p, and prefers the profile given with -p', async () => {
  await hermes('profile', 'create', 'work')
  await hermes('profile', 'create', 'other')
  expect((await hermes('profile', 'use', 'work')).code).toBe(0)
  expect((await hermes('config', 'path')).out.trim()).toBe(inProfile('work', 'config.yaml'))
  expect((await hermes('-p', 'other', 'config', 'path')).out.trim()).toBe(inProfile('other', 'config.yaml'))
  expect((await hermes('-p', 'default', 'config', 'path')).out.trim()).toBe(join(cli.home, 'config.yaml'))
  await hermes('profile', 'use', 'default')
  expect((await hermes('config', 'path')).out.trim()).toBe(join(cli.home, 'config.yaml'))
  expect(await hermes('profile', 'use', 'wrok')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Did you mean "work"?'),
  })
})

test('keeps the choice through a rename, and drops it with the profile', async () => {
  await hermes('profile', 'create', 'work')
  await hermes('profile', 'use', 'work')
  await hermes('profile', 'rename', 'work', 'office')
  expect(JSON.parse((await hermes('profile', 'show', '--json')).out)).toMatchObject({ name: 'office' })
  expect((await hermes('profile', 'delete', 'office')).code).toBe(2)
  expect((await hermes('profile', 'delete', 'office', '--yes')).code).toBe(0)
  expect(JSON.parse((await hermes('profile', 'list', '--json')).out)).toMatchObject([
    { name: 'default', isCurrent: true },
  ])
})

test('refuses to rename or delete the home itself, or to overwrite a profile', async () => {
  await hermes('profile', 'create', 'work')
  await hermes('profile', 'create', 'other')
  expect((await hermes('profile', 'create', 'work')).err).toContain('"work" exists already')
  expect((await hermes('profile', 'delete', 'default', '--yes')).err).toContain('is the home itself')
  expect((await hermes('profile', 'rename', 'work', 'other')).err).toContain('exists already')
  expect((await hermes('profile', 'rename', 'work', '../../etc')).err).toContain('not a valid profile name')
})

test('clones settings, keys and skills, and memories on request', async () => {
  await writeFile(join(cli.home, 'config.yaml'), 'agent: { max_turns: 7 }\n')
  await writeFile(join(cli.home, '.env'), 'OPENAI_API_KEY=sk-test-0123456789\n')
  await mkdir(join(cli.home, 'memories'), { recursive: true })
  await writeFile(join(cli.home, 'memories', 'MEMORY.md'), 'Uses pnpm.')
  await mkdir(join(cli.home, 'skills', 'tea'), { recursive: true })
  await hermes('profile', 'create', 'bare')
  await hermes('profile', 'create', 'work', '--clone')
  await hermes('profile', 'create', 'whole', '--clone-all', '--no-skills')
  await hermes('profile', 'create', 'third', '--clone-from', 'whole', '--clone-all')
  expect((await hermes('-p', 'bare', 'config', 'get', 'agent.max_turns')).out).toBe('90\n')
  expect((await hermes('-p', 'work', 'config', 'get', 'agent.max_turns')).out).toBe('7\n')
  expect((await readdir(inProfile('work'))).toSorted()).toEqual(['.env', 'cache', 'config.yaml', 'logs', 'skills'])
  expect(await readFile(inProfile('third', 'memories', 'MEMORY.md'), 'utf8')).toBe('Uses pnpm.')
  expect(await readdir(inProfile('third'))).not.toContain('skills')
})

test('says which chat accounts a clone shares with its source', async () => {
  const settings = 'platforms: { telegram: { token: "1:abc" }, email: { enabled: false } }\n'
  await writeFile(join(cli.home, 'config.yaml'), settings)
  expect((await hermes('profile', 'create', 'bare')).out).not.toContain('telegram')
  const { code, out } = await hermes('profile', 'create', 'work', '--clone')
  expect(code).toBe(0)
  expect(out).toContain('It has the chat accounts of the other profile: telegram. Only one profile receives')
  expect(out).toContain('hermes -p work config set platforms.telegram.enabled false')
  expect((await hermes('-p', 'work', 'config', 'set', 'platforms.telegram.enabled', 'false')).code).toBe(0)
})

describe('an export', () => {
  const secrets = {
    env: 'sk-live-aaaaaaaaaaaaaaaaaaaa',
    login: 'gho_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
    config: 'plain-config-secret-value',
    header: 'Bearer header-secret-value-1',
    short: 'hunter2',
  }
  beforeEach(async () => {
    await hermes('profile', 'create', 'work')
    const write = async (path: string, text: string) => {
      await mkdir(join(inProfile('work', path), '..'), { recursive: true })
      await writeFile(inProfile('work', path), text)
    }
    await write('.env', `OPENAI_API_KEY=${secrets.env}\nexport MY_PASSWORD="${secrets.short}"\n`)
    await write('auth.json', JSON.stringify({ pool: { copilot: [{ access_token: secrets.login }] } }))
    await write('mcp-tokens/tracker.json', JSON.stringify({ token: secrets.login }))
    await write('state.db', `sqlite ${secrets.login}`)
    await write('logs/agent.log', secrets.env)
    await write(
      'config.yaml',
      [
        '# my settings',
        `model: { default: tea, api_key: ${secrets.config} }`,
        'mcp_servers:',
        '  tracker:',
        '    url: https://tracker.example.com/mcp',
        `    headers: { X-Anything: "${secrets.header}", Authorization: "Bearer \${TRACKER_TOKEN}" }`,
        '  files:',
        '    command: files',
        `    env: { WHATEVER: ${secrets.short} }`,
        '',
      ].join('\n'),
    )
    await write('memories/MEMORY.md', `The key is ${secrets.env}.\n§\nUses pnpm.`)
    await write('skills/tea/SKILL.md', `---\nname: tea\n---\ncurl -H "Authorization: Bearer ${secrets.login}"`)
    await write('skills/tea/blob.bin', `\u0000${secrets.env}`)
  })

  test('contains no key, login, session or log', async () => {
    const file = join(cli.home, 'out.zip')
    const { code, err } = await hermes('profile', 'export', 'work', '-o', file)
    expect(code).toBe(0)
    expect(err).toContain('Left secrets out of config.yaml.')
    const texts = await textsIn(file)
    expect(Object.keys(texts).toSorted()).toEqual([
      'config.yaml',
      'memories/MEMORY.md',
      'profile.json',
      'skills/tea/SKILL.md',
    ])
    for (const secret of Object.values(secrets)) expect(JSON.stringify(texts)).not.toContain(secret)
    expect(texts['config.yaml']).toContain('# my settings')
    expect(texts['config.yaml']).toContain(`\${TRACKER_TOKEN}`)
    expect(texts['memories/MEMORY.md']).toContain('Uses pnpm.')
    expect(await readFile(file)).not.toContain(Buffer.from(secrets.env))
  })

  test('can be imported as a profile, and lists what it starts', async () => {
    const file = join(cli.home, 'out.zip')
    await hermes('profile', 'export', 'work', '-o', file)
    const { code, err } = await hermes('profile', 'import', file, 'office')
    expect(code).toBe(0)
    expect(err).toContain('It starts the MCP servers tracker, files.')
    expect((await hermes('-p', 'office', 'config', 'get', 'model.default')).out).toBe('tea\n')
    expect((await hermes('profile', 'import', file)).err).toContain('is not empty')
  })

  test('is rejected when it contains a key or a path outside the profile', async () => {
    const { ZipFile } = (await import('yazl')).default
    for (const name of ['.env', 'auth.json', 'state.db', 'profiles/x/config.yaml']) {
      const zip = new ZipFile()
      zip.addBuffer(Buffer.from(JSON.stringify({ kind: 'hermes-profile', name: 'evil' })), 'profile.json')
      zip.addBuffer(Buffer.from('x'), name)
      zip.end()
      const chunks: Buffer[] = []
      for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
      const file = join(cli.home, 'evil.zip')
      await writeFile(file, Buffer.concat(chunks))
      expect((await hermes('profile', 'import', file)).err).toContain('does not belong in a profile')
    }
    expect((await hermes('profile', 'list')).out).not.toContain('evil')
  })
})

describe('an installed profile', () => {
  let source = ''
  beforeEach(async () => {
    source = await mkdtemp(join(tmpdir(), 'hermes-distribution-'))
    await mkdir(join(source, 'skills', 'tea'), { recursive: true })
    await writeFile(join(source, 'config.yaml'), 'approvals: { mode: off }\n')
    await writeFile(join(source, 'SOUL.md'), 'Be brief.')
    await writeFile(join(source, 'skills', 'tea', 'SKILL.md'), 'one')
    await writeFile(join(source, '.env'), 'OPENAI_API_KEY=theirs')
  })
  afterEach(() => rm(source, { recursive: true }))

  test('needs confirmation, has no keys, and is updated without losing edits', async () => {
    const asked = await hermes('profile', 'install', source, 'team')
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('dangerous commands without asking') })
    expect((await hermes('profile', 'install', source, 'team', '--yes')).code).toBe(0)
    expect(await readdir(inProfile('team'))).not.toContain('.env')
    await writeFile(inProfile('team', 'SOUL.md'), 'Be long.')
    await writeFile(join(source, 'SOUL.md'), 'Be briefer.')
    await writeFile(join(source, 'skills', 'tea', 'SKILL.md'), 'two')
    const updated = await hermes('profile', 'update', 'team', '--yes')
    expect(updated.err).toContain('Kept SOUL.md: it was edited here.')
    expect(await readFile(inProfile('team', 'SOUL.md'), 'utf8')).toBe('Be long.')
    expect(await readFile(inProfile('team', 'skills', 'tea', 'SKILL.md'), 'utf8')).toBe('two')
    expect((await hermes('profile', 'update', 'team', '--yes')).err).toContain('Kept SOUL.md')
  })
})
