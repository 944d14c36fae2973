import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const file = (name: string) => join(cli.home, name)
const write = (name: string, text: string) => writeFileSync(file(name), text, { mode: 0o600 })
const read = (name: string) => readFileSync(file(name), 'utf8')

test('removes settings of the Python agent, says why, and keeps a copy', async () => {
  const memory = 'memory: { provider: holographic }\n'
  const text = `# mine\nagent: { max_turns: 7, verbose: true, service_tier: fast }\nsmart_model_routing: { enabled: true }\n${memory}`
  write('config.yaml', text)
  const dry = await cli.hermes('config', 'migrate', '--dry-run')
  expect(dry.out).toBe(
    `remove agent.verbose, agent.service_tier: There is nothing like it here.
remove smart_model_routing: There is nothing like it here.
set    memory.provider to local
`,
  )
  expect(read('config.yaml')).toBe(text)
  expect(await cli.hermes('config', 'migrate')).toMatchObject({ code: 0, out: dry.out })
  expect(read('config.yaml')).toBe('# mine\nagent: { max_turns: 7 }\nmemory: { provider: local }\n')
  expect((await cli.hermes('config', 'migrate')).err).toContain('nothing to migrate')
})

test('adds the section of a network in .env, and the key that the gateway needs', async () => {
  write('.env', 'TELEGRAM_BOT_TOKEN=42:token\nTELEGRAM_ALLOWED_USERS=1,4\n')
  const told = 'TELEGRAM_BOT_TOKEN is set, but Telegram is not connected'
  expect(await cli.hermes('config', 'check')).toMatchObject({
    code: 0,
    out: expect.stringMatching(new RegExp(`^warning: ${told}[^\n]*\nTry: hermes config migrate\n$`)),
  })
  const migrated = await cli.hermes('config', 'migrate')
  expect(migrated.out).toContain(`set    platforms.telegram.token to \${TELEGRAM_BOT_TOKEN}\n`)
  expect(migrated.out).toContain('set    platforms.telegram.allow_from to 1, 4\n')
  expect(migrated.err).toContain('Made a key for the API of the gateway: API_SERVER_KEY in ')
  expect(read('.env')).toMatch(/^TELEGRAM_BOT_TOKEN=42:token\n.*\nAPI_SERVER_KEY=[0-9a-f]{48}\n$/)
  expect(await cli.hermes('config', 'check')).toMatchObject({ code: 0, out: expect.stringContaining('is fine') })
})

test('reports what a network in .env lacks', async () => {
  write('.env', 'MATRIX_HOMESERVER=https://matrix.example.org\nMATRIX_PASSWORD=x\n')
  const { code, out, err } = await cli.hermes('config', 'migrate')
  expect({ code, out }).toEqual({ code: 0, out: '' })
  expect(err).toBe(
    'MATRIX_PASSWORD is set, but Matrix is not connected: access_token is missing: MATRIX_ACCESS_TOKEN is not set.\nTry: hermes gateway setup\n',
  )
})

test('names what remains wrong, and exits with 1', async () => {
  write('config.yaml', 'smart_model_routing: {}\nnonsense: 1\n')
  for (const out of ['remove smart_model_routing: There is nothing like it here.\n', '']) {
    const migrated = await cli.hermes('config', 'migrate')
    expect(migrated).toMatchObject({ code: 1, out })
    expect(migrated.err).toMatch(
      /error: There is no setting nonsense[^\n]*\nHermes or a part of it does not start until/,
    )
    expect(migrated.err).not.toContain('nothing to migrate')
  }
})
