import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliInHome } from '../../../testing/cli-in-home.js'

const cli = cliInHome()
const { hermes } = cli

const config = `terminal: { sandbox: "off" }
shell_hooks:
  pre_tool_call:
    - { matcher: 'write_*', command: 'echo "not here" >&2; exit 2' }
    - { matcher: read_file, command: 'no-such-program --now' }
  pre_llm_call: [{ command: 'echo "{\\"context\\":\\"North wind.\\"}"' }]
  post_llm_call: [{ command: 'if broken' }]
`

test('lists hooks, runs those of an event, and finds those that cannot run', async () => {
  expect(await hermes('hooks', 'list')).toMatchObject({ code: 0, err: expect.stringContaining('There are no hooks') })
  await writeFile(join(cli.home, 'config.yaml'), config)
  expect((await hermes('hooks', 'list')).out).toContain('pre_tool_call (read_file): no-such-program --now\n')
  expect(JSON.parse((await hermes('hooks', 'list', '--json')).out)).toHaveLength(4)

  const context = await hermes('hooks', 'test', 'pre_llm_call')
  expect(context).toMatchObject({ code: 0, out: expect.stringContaining('adds: North wind.') })
  const blocking = await hermes('hooks', 'test', 'pre_tool_call', 'write_file')
  expect(blocking).toMatchObject({ code: 0, out: expect.stringMatching(/ {2}blocks: [\s\S]*not here/) })
  expect(blocking.out).not.toContain('no-such-program')
  const failing = await hermes('hooks', 'test', 'pre_tool_call', 'read_file')
  expect(failing).toMatchObject({ code: 1, out: expect.stringMatching(/^✗ .*\n {2}.*ended with code 127/) })
  expect((await hermes('hooks', 'test', 'subagent_stop')).err).toContain('There are no such hooks')

  const { code, out } = await hermes('hooks', 'doctor')
  expect(code).toBe(1)
  expect(out).toMatch(/✓ pre_tool_call \(write_\*\)/)
  expect(out).toMatch(/✗ pre_tool_call \(read_file\).*\n {2}there is no program no-such-program/)
  expect(out).toMatch(/✗ post_llm_call.*\n {2}the shell cannot read it/)
})
