import { mkdir, writeFile } from 'node:fs/promises'
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
  pre_gateway_dispatch:
    - { matcher: telegram, command: 'echo spam >&2; exit 2' }
    - { matcher: matrix, command: 'echo "{\\"decision\\":\\"rewrite\\",\\"text\\":\\"kind\\"}"' }
  pre_command:
    - { matcher: 'new|undo', command: 'grep -q undo || exit 0; echo "undo nothing" >&2; exit 2' }
`

test('lists hooks, runs the hooks of an event, and finds hooks that cannot run', async () => {
  expect(await hermes('hooks', 'list')).toMatchObject({ code: 0, err: expect.stringContaining('There are no hooks') })
  await writeFile(join(cli.home, 'config.yaml'), config)
  expect((await hermes('hooks', 'list')).out).toContain('pre_tool_call (read_file): no-such-program --now\n')
  expect(JSON.parse((await hermes('hooks', 'list', '--json')).out)).toHaveLength(7)

  const context = await hermes('hooks', 'test', 'pre_llm_call')
  expect(context).toMatchObject({ code: 0, out: expect.stringContaining('adds: North wind.') })
  const blocking = await hermes('hooks', 'test', 'pre_tool_call', 'write_file')
  expect(blocking).toMatchObject({ code: 0, out: expect.stringMatching(/ {2}blocks: [\s\S]*not here/) })
  expect(blocking.out).not.toContain('no-such-program')
  const failing = await hermes('hooks', 'test', 'pre_tool_call', 'read_file')
  expect(failing).toMatchObject({ code: 1, out: expect.stringMatching(/^✗ .*\n {2}.*ended with code 127/) })
  expect((await hermes('hooks', 'test', 'pre_gateway_dispatch')).out).toContain('skips: spam')
  expect((await hermes('hooks', 'test', 'pre_gateway_dispatch', 'matrix')).out).toContain('rewrites: kind')
  expect(await hermes('hooks', 'test', 'pre_command')).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('blocks'),
  })
  expect((await hermes('hooks', 'test', 'pre_command', 'undo')).out).toContain('blocks: undo nothing')
  expect((await hermes('hooks', 'test', 'pre_command', 'status')).err).toContain('There are no such hooks')
  expect((await hermes('hooks', 'test', 'subagent_stop')).err).toContain('There are no such hooks')

  const { code, out } = await hermes('hooks', 'doctor')
  expect(code).toBe(1)
  expect(out).toMatch(/✓ pre_tool_call \(write_\*\)/)
  expect(out).toMatch(/✗ pre_tool_call \(read_file\).*\n {2}there is no program no-such-program/)
  expect(out).toMatch(/✗ post_llm_call.*\n {2}the shell cannot read it/)
})

test('runs the hooks of a folder after an agreement to its files', async () => {
  const folder = join(cli.home, 'hooks', 'lint')
  await mkdir(folder, { recursive: true })
  await writeFile(join(cli.home, 'config.yaml'), 'terminal: { sandbox: "off" }\n')
  const script = (text: string) => writeFile(join(folder, 'say.sh'), `echo '{"context":"${text}"}'\n`)
  await script('North wind.')
  await writeFile(
    join(folder, 'HOOK.yaml'),
    'description: Tells the wind\nhooks:\n  pre_llm_call: [{ command: \'sh "$HERMES_HOOK_DIR/say.sh"\' }]\n',
  )
  const trial = () => hermes('hooks', 'test', 'pre_llm_call')
  expect((await hermes('hooks', 'list')).out).toMatch(/^lint: pre_llm_call: sh .* \(waits: hermes hooks allow lint\)$/m)
  expect((await trial()).out).toBe('')
  expect((await hermes('hooks', 'allow', 'lint')).code).toBe(0)
  expect((await trial()).out).toContain('adds: North wind.')
  await script('South wind.')
  expect((await hermes('hooks', 'list')).out).toContain('waits')
  expect((await trial()).out).toBe('')
  await hermes('hooks', 'allow', 'lint')
  expect((await trial()).out).toContain('adds: South wind.')
  expect((await hermes('hooks', 'revoke', 'lint')).code).toBe(0)
  expect((await trial()).out).toBe('')

  await writeFile(join(folder, 'HOOK.yaml'), 'events: [agent:start]\nhooks: { nothing: [] }\n')
  expect((await hermes('hooks', 'list')).err).toContain('The hook folder lint is not used')
  expect(await hermes('hooks', 'allow', 'lint')).toMatchObject({ code: 1 })
})
