import { startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

async function list(...args: string[]) {
  const { stdout } = await sandbox.run(['sessions', 'list', '--json', ...args])
  return JSON.parse(stdout)
}

describe('sessions', () => {
  test('are listed with the columns of the store', async () => {
    await sandbox.run(['-z', 'list the files here'])
    expect(await list()).toMatchObject([
      {
        id: expect.stringMatching(/^\d{8}_\d{6}_[0-9a-f]{12}$/),
        source: 'cli',
        title: null,
        parent_session_id: null,
        end_reason: null,
        message_count: 4,
        tool_call_count: 1,
      },
    ])
  })

  test('are renamed, shown, resumed by title and id prefix, and deleted', async () => {
    await using fake = await startFakeProvider({ script: text('Noted.') })
    await sandbox.run([...provider(fake.baseUrl), '-z', 'the kettle is blue'])
    const [{ id }] = await list()
    expect((await sandbox.run(['sessions', 'rename', id, 'Kettle talk'])).code).toBe(0)
    expect((await sandbox.run(['sessions', 'show', 'Kettle talk'])).stdout).toContain('the kettle is blue')
    await sandbox.run([...provider(fake.baseUrl), '-r', 'Kettle talk', '-z', 'by title'])
    await sandbox.run([...provider(fake.baseUrl), '--resume', id.slice(0, -2), '-z', 'by prefix'])
    expect(JSON.stringify(fake.requests.at(-1)?.body.messages)).toMatch(/kettle is blue.*by title.*by prefix/)
    expect(await list()).toHaveLength(1)
    expect((await sandbox.run(['sessions', 'delete', id, '--yes'])).code).toBe(0)
    expect(await list()).toEqual([])
  })

  test('are reported when they do not exist', async () => {
    const { code, stderr } = await sandbox.run(['-r', 'nothing-like-this', '-z', 'hi'])
    expect(code).toBe(1)
    expect(stderr).toContain('nothing-like-this')
  })
})

describe('config', () => {
  test('is set, read back and used, and keeps comments', async () => {
    await using fake = await startFakeProvider({ script: text('hello') })
    sandbox.writeHome('config.yaml', '# my settings\nagent:\n  max_turns: 7\n')
    for (const [key, value] of [
      ['model.provider', 'custom'],
      ['model.base_url', fake.baseUrl],
      ['model.default', 'fake-model'],
    ]) {
      expect((await sandbox.run(['config', 'set', String(key), String(value)])).code).toBe(0)
    }
    expect((await sandbox.run(['config', 'get', 'agent.max_turns'])).stdout).toBe('7\n')
    expect(sandbox.readHome('config.yaml')).toContain('# my settings')
    expect((await sandbox.run(['-z', 'hi'])).stdout).toBe('hello\n')
    expect((await sandbox.run(['config', 'check'])).code).toBe(0)
  })

  test('rejects invalid values without changes', async () => {
    sandbox.writeHome('config.yaml', 'agent:\n  max_turns: 7\n')
    const { code, stderr } = await sandbox.run(['config', 'set', 'agent.max_turns', 'many'])
    expect(code).not.toBe(0)
    expect(stderr).toContain('agent.max_turns')
    expect(sandbox.readHome('config.yaml')).toBe('agent:\n  max_turns: 7\n')
  })

  test('prefers flags to the file, and the file to the environment', async () => {
    await using fake = await startFakeProvider({ script: text('ok') })
    sandbox.writeHome('config.yaml', 'model:\n  default: from-file\n')
    const base = ['--provider', 'custom', '--base-url', fake.baseUrl, '-z', 'hi']
    await sandbox.run(base, { env: { HERMES_MODEL: 'from-env' } })
    await sandbox.run([...base, '-m', 'from-flag'], { env: { HERMES_MODEL: 'from-env' } })
    sandbox.writeHome('config.yaml', '')
    await sandbox.run(base, { env: { HERMES_MODEL: 'from-env' } })
    expect(fake.requests.map(({ body }) => body.model)).toEqual(['from-file', 'from-flag', 'from-env'])
  })
})
