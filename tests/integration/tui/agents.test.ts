import { createAgent, createMemoryStore } from '@hermes/core'
import { call, fakeTools, hang, type ScriptedReply, scripted, text } from '@hermes/testkit'
import { createToolExecutor, createToolRegistry, RunningChildren } from '@hermes/tools'
import { delegateTools } from '@hermes/tools/delegate'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

const controlT = '\u0014'
const escapeKey = '\u001b'
const down = '\u001b[B'

/**
 * Opens an agent that delegates `tasks` to children with these replies. The tool `look` of children waits for `looked`.
 */
async function openDelegation(tasks: readonly { readonly goal: string }[], replies: ScriptedReply[][]) {
  const store = createMemoryStore()
  const subagents = new RunningChildren()
  const looked = Promise.withResolvers<string>()
  const tools = fakeTools({ look: () => looked.promise })
  const openChild = () =>
    createAgent({ transport: scripted(replies.shift() ?? []), model: { id: 'small' }, store, tools })
  const registry = createToolRegistry(delegateTools({ running: subagents, agentFor: openChild }))
  const terminal = await openTerminal(
    {
      store,
      subagents,
      script: [call('delegate_task', { tasks }), text('Both are over.')],
      tools: () => createToolExecutor({ registry }),
    },
    { columns: 90, rows: 30 },
  )
  return { terminal, store, subagents, looked }
}

test('shows the sub-agents and what one of them does, and steers and ends them', async () => {
  const { terminal, looked, store } = await openDelegation(
    [{ goal: 'Find the colour.' }, { goal: 'Find the size.' }],
    [[call('look', '{"at":"the lid"}'), text('It is red.')], [hang(text('I measure the lid and the bottom.\n\n'))]],
  )
  await using _ = terminal
  terminal.type('Describe it.\r')
  await expect.poll(terminal.shown).toContain('Ctrl+T: sub-agents')
  await expect
    .poll(terminal.shown)
    .toMatch(/● delegate_task 2 tasks\n\n├ Find the colour\. · look\n└ Find the size\. · (?:thinking|writing)\n/)
  terminal.press(controlT)
  await expect
    .poll(terminal.shown)
    .toMatch(/❯ ● Find the colour\. +look · 0:\d\d.*small\n {2}● Find the size\. +thinking/)

  terminal.type('\r')
  await expect.poll(terminal.shown).toMatch(/❯ Find the colour\.\n\n?● look.*the lid/)
  terminal.type('s')
  terminal.type('Only the lid.\r')
  await expect.poll(terminal.shown).toContain('Told the sub-agent "Find the colour.": Only the lid.')
  terminal.type(escapeKey)

  terminal.press(down)
  terminal.type('k')
  await expect.poll(terminal.shown).toContain('End it, with its own sub-agents?')
  terminal.type('n')
  await expect.poll(terminal.shown).not.toContain('End it, with its own sub-agents?')
  terminal.type('ky')
  await expect.poll(terminal.shown).toMatch(/❯ ◼ Find the size\. +ended/)
  looked.resolve('A red lid.')
  await expect.poll(terminal.shown).toContain('Both are over.')
  await expect.poll(terminal.shown).toMatch(/◼ Find the colour\./)
  terminal.type(escapeKey)
  await expect.poll(terminal.shown).not.toContain('Esc: close')

  const messages = (await store.sessions.find({})).map(({ id }) => store.messages.load(id))
  const stored = JSON.stringify(await Promise.all(messages))
  expect(stored).toContain('Only the lid.')
  expect(stored).toContain('A person stopped it.')
})

test('pauses a sub-agent and resumes it', async () => {
  const { terminal, looked, store } = await openDelegation(
    [{ goal: 'Find the colour.' }],
    [[call('look', '{"at":"the lid"}'), text('It is red.')]],
  )
  await using _ = terminal
  terminal.type('Describe it.\r')
  await expect.poll(terminal.shown).toContain('Ctrl+T: sub-agents')
  terminal.press(controlT)
  await expect.poll(terminal.shown).toMatch(/❯ ● Find the colour\. +look/)
  expect(terminal.shown()).toContain('s: steer · p: pause · k: end')
  terminal.type('p')
  await expect.poll(terminal.shown).toMatch(/❯ ◍ Find the colour\. +paused/)
  expect(terminal.shown()).toContain('p: resume')
  looked.resolve('A red lid.')
  const stored = async () => {
    const messages = (await store.sessions.find({})).map(({ id }) => store.messages.load(id))
    return JSON.stringify(await Promise.all(messages))
  }
  await expect.poll(stored).toContain('A red lid.')
  expect(await stored()).not.toContain('It is red.')
  terminal.type('p')
  await expect.poll(terminal.shown).toContain('Both are over.')
})

test('lists what runs next to the session: processes, and the turns of background sessions', async () => {
  const processes = [{ id: 'p1', command: 'npm run dev\n# \u001b[2J', startedAtMs: Date.now() - 65_000 }]
  await using terminal = await openTerminal(
    { script: [hang(text('I count them.'))], processes },
    { columns: 90, rows: 30 },
  )
  terminal.type('/bg Count the files.\r')
  await expect.poll(terminal.shown).toContain('/bg Count the files.')
  terminal.type('/agents\r')
  await expect
    .poll(terminal.shown)
    .toMatch(
      /In the background\n {2}process · running · 1:0\d · npm run dev # \\x1b\[2J\n {2}turn · running · 0:0\d · \S/,
    )
  expect(terminal.shown()).toContain('No sub-agent is running.')
})

test('says when none is running, and closes with Ctrl+C without leaving', async () => {
  const { terminal } = await openDelegation([], [])
  await using _ = terminal
  terminal.type('/agents\r')
  await expect.poll(terminal.shown).toContain('No sub-agent is running.')
  terminal.type('\u0003')
  await expect.poll(terminal.shown).not.toContain('No sub-agent is running.')
  terminal.type('still here')
  await expect.poll(terminal.shown).toContain('still here')
})
