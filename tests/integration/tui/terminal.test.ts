import { StoreError, TransportError } from '@hermes/core'
import { call, fail, fakeTools, hang, reasoning, text } from '@hermes/testkit'
import type { OwnCommands, PromptFiles } from '@hermes/tui'
import { expect, test } from 'vitest'
import { createRpcWorld } from '../rpc/rpc-world.js'
import { openTerminal } from './open-terminal.js'

test('shows the prompt, the answer in Markdown, and the status', async () => {
  const answer = '# Result\n\nIt is **done**: 日本語 and 👩‍👩‍👧.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n'
  await using terminal = await openTerminal({ script: [text(answer, { pace: { pieceSize: 5 } })] })
  terminal.type('Do it.')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('│ 1')
  await expect.poll(terminal.shown).toMatch(/of 100k tokens \(0 %\)/)
  await expect(terminal.shown()).toMatchFileSnapshot('./answer.screen.txt')
  terminal.type('\u0004')
  expect(await terminal.left).toMatch(/\w+/)
  // The input and status are no longer shown.
  await expect.poll(terminal.shown).toMatch(/└.*┘$/)
})

test('shows code as it is copied: without extra indentation', async () => {
  await using terminal = await openTerminal({ script: [text('Run:\n\n```sh\nif true; then\n  make\nfi\n```\n')] })
  terminal.type('How?\r')
  await expect.poll(terminal.shown).toContain('\nif true; then\n  make\nfi\n')
})

test('asks about a call, and shows its effect', async () => {
  await using terminal = await openTerminal({
    script: [call('ask'), text('Thanks.')],
    tools: (desk) =>
      fakeTools({
        ask: async (_, { sessionId, run, signal }) => {
          const request = { sessionId, tool: 'terminal', subject: 'rm -rf build', reasons: ['It deletes a folder.'] }
          return (await desk.approve(request, { signal, ...(run && { run }) })).decision
        },
      }),
  })
  terminal.type('Clean up.')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('rm -rf build')
  await expect.poll(terminal.shown).toContain('waiting for you')
  expect(terminal.shown()).toContain('It deletes a folder.')
  const withoutTime = terminal.shown().replace(/\d\d:\d\d:\d\d/, '12:00:00')
  await expect(withoutTime).toMatchFileSnapshot('./approval.screen.txt')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Thanks.')
  expect(terminal.shown()).not.toContain('For this session')
  // The decision stays visible.
  expect(terminal.shown()).toContain('\nRun terminal?\nIt deletes a folder.\n│ rm -rf build\n→ Once\n')
})

test('refuses a call for a typed reason, even if the text is the name of an answer that is not offered', async () => {
  const answers: unknown[] = []
  await using terminal = await openTerminal({
    script: [call('ask'), call('ask'), text('Understood.')],
    tools: (desk) =>
      fakeTools({
        ask: async (_, { sessionId, run, signal }) => {
          const request = { sessionId, tool: 'terminal', subject: 'rm -rf build', reasons: [] }
          answers.push(await desk.approve(request, { signal, ...(run && { run }) }))
          return 'asked'
        },
      }),
  })
  terminal.type('Clean up.\r')
  await expect.poll(terminal.shown).toContain('type why it must not run')
  terminal.type('no, use git clean')
  await expect.poll(terminal.shown).toContain('› no, use git clean')
  terminal.type('\r')
  await expect.poll(() => answers).toMatchObject([{ decision: 'deny', reason: 'no, use git clean' }])
  await expect.poll(terminal.shown).toContain('→ Once')
  terminal.type('always')
  await expect.poll(terminal.shown).toContain('› always')
  terminal.type('\r')
  await expect.poll(() => answers[1]).toMatchObject({ decision: 'deny', reason: 'always' })
  await expect.poll(terminal.shown).toContain('Understood.')
  expect(terminal.shown()).toContain('│ rm -rf build\n→ No: no, use git clean\n')
  expect(terminal.shown()).toContain('│ rm -rf build\n→ No: always\n')
})

test('queues what is typed during a turn, and interrupts it with Escape', async () => {
  await using terminal = await openTerminal({ script: [hang(text('Working on it')), text('Second.')] })
  terminal.type('first')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Working on it')
  terminal.type('second')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('⏎ second')
  expect(terminal.shown()).toContain('1 queued')
  terminal.type('\u001b')
  await expect.poll(terminal.shown).toContain('Interrupted.')
  await expect.poll(terminal.shown).toContain('Second.')
})

test('names the command that helps with an error', async () => {
  const error = new TransportError('auth', 'The key was refused.', { remedy: { type: 'set', name: 'API_KEY' } })
  await using terminal = await openTerminal({ script: [fail(error)] })
  terminal.type('Hello.\r')
  await expect.poll(terminal.shown).toContain('The key was refused.\nTry: set API_KEY')
})

test('reports a full disk once, although both the turn and its prompt fail', async () => {
  const { store: memory } = createRpcWorld()
  const append = () => Promise.reject(new StoreError('full', 'The disk is full.'))
  const store = { ...memory, messages: { ...memory.messages, append } }
  await using terminal = await openTerminal({ store, script: [text('Hello.')] })
  terminal.type('Hi.\r')
  await expect.poll(terminal.shown).toContain('The disk is full.')
  await expect.poll(terminal.shown).not.toContain('Esc interrupts')
  terminal.type('still here')
  await expect.poll(terminal.shown).toContain('still here')
  expect(terminal.shown().match(/The disk is full\./g)).toHaveLength(1)
})

test('shows how long a turn has been running', async () => {
  await using terminal = await openTerminal({ script: [hang(text('Working on it'))] })
  terminal.type('Work.\r')
  await expect.poll(terminal.shown, { timeout: 5_000 }).toMatch(/writing… 0:0[1-9] · Esc interrupts/)
})

test('runs commands, and chooses from their options by a few letters', async () => {
  await using terminal = await openTerminal({ script: [] })
  terminal.type('/nonsense\r')
  await expect.poll(terminal.shown).toMatch(/no command|unknown/i)
  terminal.type('/reasoning\r')
  await expect.poll(terminal.shown).toMatch(/reasoning/i)
})

test('keeps control characters of a model from the terminal, and each line within the width', async () => {
  const wide = `${'界'.repeat(90)} \u001b]0;owned\u0007 ${'x'.repeat(200)}\n\n\`\`\`\n${'y'.repeat(300)}\n\`\`\`\n`
  await using terminal = await openTerminal({ script: [text(wide), text('Still there.')] }, { columns: 20, rows: 6 })
  terminal.type('a\r')
  await expect.poll(terminal.shown).toContain('yyy')
  expect(terminal.shown()).toContain('\\x1b')
  terminal.resize(33)
  terminal.type('b\r')
  await expect.poll(terminal.shown).toContain('Still there.')
})

test('writes little for a key, even after a long conversation', async () => {
  const store = createRpcWorld().store
  await store.sessions.create({ id: 'long', source: 'test', startedAtMs: 1 })
  const messages = Array.from({ length: 10_000 }, (_, index) => ({
    message: { role: index % 2 ? 'assistant' : 'user', content: `Message ${index}.` } as const,
    timestampMs: index,
  }))
  await store.messages.append('long', messages)
  await using terminal = await openTerminal({ store }, { sessionId: 'long' })
  await expect.poll(terminal.shown).toContain('Message 9999.')
  const before = terminal.written()
  terminal.type('k')
  await expect.poll(terminal.shown).toMatch(/^ ?k/m)
  expect(terminal.written() - before).toBeLessThan(2_000)
})

test('reconnects after the connection was lost, and shows what was said in the meantime', async () => {
  await using terminal = await openTerminal({ script: [text('First.'), text('Second.')] })
  terminal.type('One.')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('First.')
  terminal.disconnect()
  await expect.poll(terminal.shown).toContain('Connected again.')
  expect(terminal.shown()).toContain('First.')
  terminal.type('Two.')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Second.')
})

test('switches between sessions while they run, and shows each of their events once', async () => {
  const words = Array.from({ length: 60 }, (_, word) => `word${word}`).join(' ')
  const begin = Promise.withResolvers<string>()
  await using terminal = await openTerminal(
    {
      script: [call('wait'), text(words, { pace: { pieceSize: 7 } }), call('ask'), text('Thanks.')],
      tools: (desk) =>
        fakeTools({
          wait: () => begin.promise,
          ask: async (_, { sessionId, run, signal }) =>
            (await desk.clarify({ sessionId, text: 'Which?', choices: ['red'] }, { signal, ...(run && { run }) })) ??
            '-',
        }),
    },
    { columns: 80 },
  )
  terminal.type('Count.\r')
  await expect.poll(terminal.shown).toContain('● wait')
  terminal.type('draft of the first')
  terminal.type('\u0018')
  await expect.poll(terminal.shown).toMatch(/Count\.\s+shown, running/)
  terminal.type('beg')
  terminal.type('\r')
  await expect.poll(terminal.shown).toMatch(/Ctrl\+X: 1 other session, 1 running/)
  begin.resolve('Now.')
  expect(terminal.shown()).not.toContain('draft of the first')
  await expect.poll(terminal.shown).toContain('1 unread')
  expect(terminal.shown()).not.toContain('word1 ')

  terminal.type('Ask me.\r')
  await expect.poll(terminal.shown).toContain('Which?')
  terminal.type('\u0018')
  await expect.poll(terminal.shown).toMatch(/\* Count\.\s+idle, unread/)
  terminal.type('count')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('draft of the first')
  expect(terminal.shown()).toContain('1 waiting for you')
  expect(terminal.shown()).not.toContain('Which?')
  expect(terminal.shown().match(/word\d+/g)).toEqual(words.split(' '))
  terminal.type('\u0003')

  terminal.type('/sessions\r')
  await expect.poll(terminal.shown).toMatch(/Ask me\.\s+waiting for you/)
  terminal.type('ask')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Which?')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Thanks.')
  expect(terminal.shown().match(/Ask me\./g)).toHaveLength(1)
})

test('follows the activity of sessions in their list', async () => {
  const begin = Promise.withResolvers<string>()
  await using terminal = await openTerminal(
    { script: [call('wait'), text('Counted.')], tools: () => fakeTools({ wait: () => begin.promise }) },
    { columns: 80 },
  )
  terminal.type('Count.\r')
  await expect.poll(terminal.shown).toContain('● wait')
  terminal.type('\u0018')
  await expect.poll(terminal.shown).toContain('Begin a new session')
  terminal.type('beg')
  terminal.type('\r')
  await expect.poll(terminal.shown).toMatch(/Ctrl\+X: 1 other session, 1 running/)
  terminal.type('\u0018')
  await expect.poll(terminal.shown).toMatch(/Count\.\s+running/)
  begin.resolve('Now.')
  await expect.poll(terminal.shown).toMatch(/\* Count\.\s+idle, unread/)
})

test('reconnects to every session, and repeats the question of one of them', async () => {
  await using terminal = await openTerminal({
    script: [call('ask'), text('Thanks.')],
    tools: (desk) =>
      fakeTools({
        ask: async (_, { sessionId, run, signal }) =>
          (await desk.clarify({ sessionId, text: 'Which?', choices: ['red'] }, { signal, ...(run && { run }) })) ?? '-',
      }),
  })
  terminal.type('Ask me.\r')
  await expect.poll(terminal.shown).toContain('Which?')
  terminal.type('\u0018')
  await expect.poll(terminal.shown).toContain('Begin a new session')
  terminal.type('beg')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('1 waiting for you')
  terminal.disconnect()
  await expect.poll(terminal.shown).toContain('Connected again.')
  await expect.poll(terminal.shown).toContain('1 waiting for you')
  terminal.type('\u0018')
  await expect.poll(terminal.shown).toMatch(/Ask me\.\s+waiting for you/)
  terminal.type('ask')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Which?')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Thanks.')
  expect(terminal.shown().match(/Ask me\./g)).toHaveLength(1)
})

test('folds the output of tools, and unfolds it with Ctrl+O', async () => {
  const output = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')
  await using terminal = await openTerminal({
    script: [call('list'), text('Listed.')],
    tools: () => fakeTools({ list: async () => output }),
  })
  terminal.type('List.')
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Listed.')
  expect(terminal.shown()).toContain('… 30 more lines (Ctrl+O)')
  terminal.type('\u000f')
  await expect.poll(terminal.shown).toContain('line 29')
  terminal.type('\u000f')
  await expect.poll(terminal.shown).not.toContain('line 29')
})

test("shows the agent's question and the answer in words", async () => {
  const question = 'Which of the two folders is the one that should be kept, and what happens to the other?'
  const answers = [
    { question: 'Which colour?', choices: ['red', 'green'], answer: 'red' },
    { question, answer: '' },
    { question: 'And now?', answer: null, note: 'Nobody answered. Decide yourself.' },
  ]
  await using terminal = await openTerminal(
    {
      script: [call('ask'), call('ask'), call('ask'), text('Noted.')],
      tools: () => fakeTools({ ask: () => JSON.stringify(answers.shift()) }),
    },
    { rows: 40 },
  )
  terminal.type('Ask.\r')
  await expect.poll(terminal.shown).toContain('Noted.')
  expect(terminal.shown()).toMatch(/✓ ask .*\n {2}→ red\n/)
  expect(terminal.shown()).toMatch(
    /✓ ask .*\n {2}Which of the two folders .*\n {2}.*other\?\n {2}→ Let the agent decide\n/,
  )
  expect(terminal.shown()).toMatch(/✓ ask .*\n {2}→ Not answered\.\n/)
  expect(terminal.shown()).not.toContain('{"')
})

test("shows the end of a command's output, its number of lines, and how it failed", async () => {
  const output = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')
  await using terminal = await openTerminal(
    {
      script: [call('build'), call('check'), text('Built.')],
      tools: () =>
        fakeTools({
          build: async () => JSON.stringify({ output, exit_code: 0 }),
          check: async () => JSON.stringify({ output: 'broken\n', exit_code: 2 }),
        }),
    },
    { rows: 40 },
  )
  terminal.type('Build.\r')
  await expect.poll(terminal.shown).toContain('Built.')
  expect(terminal.shown()).toMatch(
    /✓ build +30 lines {2}0\.\d s\n {2}… 27 more lines \(Ctrl\+O\)\n {2}line 27\n {2}line 28\n {2}line 29\n✗ check/,
  )
  expect(terminal.shown()).toMatch(/✗ check +exit 2 {2}0\.\d s\n {2}broken\n\nBuilt\./)
  terminal.type('\u000f')
  await expect.poll(terminal.shown).toContain('line 0')
})

test('shows in a resumed session which calls failed', async () => {
  await using terminal = await openTerminal({
    script: [call('build'), call('check'), call('look'), text('Built.')],
    tools: () =>
      fakeTools({
        build: async () => JSON.stringify({ output: 'fine', exit_code: 0 }),
        check: async () => JSON.stringify({ output: 'broken', exit_code: 2 }),
        look: () => Promise.reject(new TypeError('There is no such file.')),
      }),
  })
  terminal.type('Build.\r')
  await expect.poll(terminal.shown).toContain('Built.')
  const { store } = terminal.world
  const [session] = await store.sessions.find({ limit: 1 })
  await using resumed = await openTerminal({ script: [], store }, { sessionId: session?.id ?? '' })
  await expect.poll(resumed.shown).toContain('Built.')
  expect(resumed.shown()).toMatch(/✓ build *\n✗ check +exit 2\n✗ look *\n\nBuilt\./)
})

test('draws a long session once: what is above stays in the scrollback, and a key writes little', async () => {
  const replies = Array.from({ length: 40 }, (_, turn) => text(`Answer ${turn}.\n\n${'- item\n'.repeat(40)}`))
  await using terminal = await openTerminal({ script: replies })
  for (const turn of replies.keys()) {
    terminal.type(`Question ${turn}.`)
    terminal.type('\r')
    await expect.poll(terminal.shown, { interval: 5 }).toContain(`Answer ${turn}.`)
    await expect.poll(terminal.shown, { interval: 5 }).not.toContain('Esc interrupts')
  }
  expect(terminal.shown().match(/Answer \d+/g)).toEqual(replies.map((_, turn) => `Answer ${turn}`))
  expect(terminal.shown().match(/- item/g)).toHaveLength(40 * 40)
  const before = terminal.written()
  terminal.type('x')
  await expect.poll(terminal.written).toBeGreaterThan(before)
  expect(terminal.written() - before).toBeLessThan(1_000)
  terminal.resize(50)
  terminal.type('y')
  await expect.poll(terminal.shown).toContain('xy')
  // What left the screen stays unchanged.
  const answers = new Set(terminal.shown().match(/Answer \d+/g))
  expect([...answers]).toEqual(replies.map((_, turn) => `Answer ${turn}`))
  expect(terminal.shown()).not.toContain('Earlier messages')
})

test('keeps what was on the terminal before, and each word of the conversation, at other widths', async () => {
  const shell = 'before the program\r\n'.repeat(30)
  const answer = Array.from({ length: 30 }, (_, item) => `- item ${item} ${'with some more words '.repeat(4)}`).join(
    '\n',
  )
  await using terminal = await openTerminal({ script: [text('Short.'), text(answer)], printed: shell })
  terminal.type('First.\r')
  await expect.poll(terminal.shown).toContain('Short.')
  const borders = () => terminal.shown().match(/^─+$/gm)
  for (const columns of [40, 80, 60]) {
    terminal.resize(columns)
    await expect.poll(borders).toEqual(['─'.repeat(columns), '─'.repeat(columns)])
    // All of it fits on the screen: nothing is there twice.
    expect(terminal.shown().match(/before the program/g)).toHaveLength(30)
    expect(terminal.shown().match(/Short\./g)).toHaveLength(1)
  }
  terminal.type('Second.\r')
  await expect.poll(terminal.shown).toContain('item 29')
  for (const columns of [40, 33, 80, 60]) {
    terminal.resize(columns)
    await expect.poll(borders).toEqual(['─'.repeat(columns), '─'.repeat(columns)])
    expect(terminal.shown().match(/before the program/g)).toHaveLength(30)
    const items = new Set(terminal.shown().match(/item \d+/g))
    expect([...items]).toEqual(Array.from({ length: 30 }, (_, item) => `item ${item}`))
  }
})

test('unfolds what is above the screen by writing it once more, and keeps what was there', async () => {
  const output = Array.from({ length: 60 }, (_, line) => `line ${line}.`).join('\n')
  await using terminal = await openTerminal({
    printed: 'before the program\r\n',
    script: [call('show'), text(`Done.\n${'\n- item'.repeat(30)}`)],
    tools: () => fakeTools({ show: () => JSON.stringify({ output, exit_code: 0 }) }),
  })
  terminal.type('Show it.\r')
  await expect.poll(terminal.shown).toContain('57 more lines (Ctrl+O)')
  await expect.poll(terminal.shown).toMatch(/(- item\n){30}/)
  terminal.type('\u000f')
  await expect.poll(terminal.shown).toContain('line 0.')
  for (const key of ['\u000f', '\u000f']) terminal.type(key)
  expect(terminal.shown()).toMatch(/^before the program\n/)
  expect(terminal.shown()).toContain('57 more lines (Ctrl+O)')
  expect(terminal.shown()).toContain('line 30.')
})

test('shows only prompts and answers while the switch is on', async () => {
  const focus = { isOn: true }
  const own: OwnCommands = {
    list: [],
    run: async (line) => {
      if (line !== '/focus') return undefined
      focus.isOn = !focus.isOn
      return { type: 'text', text: 'Switched.' }
    },
  }
  await using terminal = await openTerminal({
    script: [call('build'), text('Built.')],
    tools: () => fakeTools({ build: async () => JSON.stringify({ output: 'compiled\n', exit_code: 0 }) }),
    focus,
    own,
  })
  terminal.type('Do it.\r')
  await expect.poll(terminal.shown).toContain('Built.')
  expect(terminal.shown()).not.toMatch(/✓ build|compiled/)
  terminal.type('/focus\r')
  await expect.poll(terminal.shown).toMatch(/✓ build[\s\S]*compiled[\s\S]*Built\./)
  terminal.type('/focus\r')
  await expect.poll(terminal.shown).not.toContain('✓ build')
})

test('attaches files that a prompt names, suggests them, and says why one is not attached', async () => {
  const asked: string[] = []
  const files: PromptFiles = {
    suggest: async (folder, query) => {
      asked.push(folder)
      return ['README.md', 'my notes.md'].filter((name) => name.toLowerCase().includes(query))
    },
    attach: async (_, text) => ({
      content: [
        { type: 'text', text },
        { type: 'text', text: '<file path="my notes.md">\nsecret plan\n</file>' },
      ],
      problems: ['@.env is not attached: it holds secrets of a project.'],
    }),
  }
  await using terminal = await openTerminal({ script: [text('Read.')], files })
  terminal.type('see @note')
  await expect.poll(terminal.shown).toContain('→ my notes.md')
  terminal.type('\t\r')
  await expect.poll(terminal.shown).toContain('Read.')
  expect(asked).toContain('/work')
  expect(terminal.shown()).toContain('❯ see @"my notes.md" [1 attached]')
  expect(terminal.shown()).toContain('@.env is not attached')
  expect(terminal.shown()).not.toContain('secret plan')
})

test('says that the last turn of a session was cut short', async () => {
  const { store } = createRpcWorld()
  await store.sessions.create({ id: 'cut', source: 'test', startedAtMs: 1 })
  await store.messages.append('cut', [{ message: { role: 'user', content: 'Build it.' }, timestampMs: 1 }])
  await using terminal = await openTerminal({ store }, { sessionId: 'cut' })
  await expect.poll(terminal.shown).toContain('The last turn was cut short: /continue resumes it.')
})

test('shows when each message was written, as soon as a command of the terminal says so', async () => {
  const times = { isShown: false, format: (atMs: number) => `<${atMs > 5 ? 'now' : atMs}>` }
  const own: OwnCommands = {
    list: [],
    async run(line) {
      if (line !== '/timestamps') return undefined
      times.isShown = !times.isShown
      return { type: 'text', text: times.isShown ? 'Shown.' : 'Hidden.' }
    },
  }
  const { store } = createRpcWorld()
  await store.sessions.create({ id: 'old', source: 'test', startedAtMs: 1 })
  await store.messages.append('old', [
    { message: { role: 'user', content: 'Hello.' }, timestampMs: 1 },
    { message: { role: 'assistant', content: 'Good day.' }, timestampMs: 2 },
  ])
  const script = [text('First part.\n\nSecond part.')]
  await using terminal = await openTerminal({ store, script, own, times }, { rows: 30, sessionId: 'old' })
  await expect.poll(terminal.shown).toContain('Good day.')
  expect(terminal.shown()).not.toContain('<')
  terminal.type('/timestamps\r')
  await expect.poll(terminal.shown).toMatch(/<1>\n❯ Hello\.\n\n<2>\nGood day\./)
  terminal.type('And now?\r')
  await expect.poll(terminal.shown).toMatch(/<now>\n❯ And now\?\n\n<now>\nFirst part\. *\n\nSecond part\./)
  terminal.type('/timestamps\r')
  await expect.poll(terminal.shown).not.toContain('<')
  expect(terminal.shown()).toContain('Second part.')
})

test.each(['\u0016', '\u001bv'])('pastes an image with %j, and keeps the prompt', async (key) => {
  const lines: string[] = []
  const own: OwnCommands = {
    list: [],
    async run(line) {
      lines.push(line)
      return { type: 'text', text: 'One image.' }
    },
  }
  await using terminal = await openTerminal({ script: [], own })
  terminal.type('Look')
  terminal.press(key)
  await expect.poll(terminal.shown).toContain('One image.')
  expect(terminal.shown()).toMatch(/^Look *$/m)
  expect(lines).toEqual(['/paste'])
})

test("shows the model's reasoning on request: the first rows, or all", async () => {
  const shownOf = { isShown: false, isWhole: false }
  const own: OwnCommands = {
    list: [],
    async run(line) {
      if (line !== '/reasoning show' && line !== '/reasoning full') return undefined
      shownOf.isShown = true
      shownOf.isWhole = line === '/reasoning full'
      return { type: 'text', text: 'Done.' }
    },
  }
  const thought = Array.from({ length: 15 }, (_, index) => `Thought ${index}.`).join('\n')
  await using terminal = await openTerminal(
    { script: [reasoning(thought, text('Answered.'))], own, reasoning: shownOf },
    { rows: 40 },
  )
  terminal.type('Why?\r')
  await expect.poll(terminal.shown).toContain('Answered.')
  expect(terminal.shown()).not.toContain('Thought')
  terminal.type('/reasoning show\r')
  await expect.poll(terminal.shown).toMatch(/Thought 9\.\n… 5 more lines \(Ctrl\+O\)\n\nAnswered\./)
  terminal.type('/reasoning full\r')
  await expect.poll(terminal.shown).toMatch(/Thought 14\.\n\nAnswered\./)
})

test('shows the optional arguments of commands in brackets', async () => {
  await using terminal = await openTerminal({ script: [] }, { columns: 100 })
  terminal.type('/help\r')
  await expect.poll(terminal.shown).toMatch(/│ \/\w+ \[[^\]]+\] +│/)
})

test('folds a long prompt, and unfolds it with Ctrl+O', async () => {
  await using terminal = await openTerminal({ script: [text('Read.')] }, { rows: 40 })
  const lines = Array.from({ length: 30 }, (_, number) => `logged ${number}.`)
  terminal.press(`\u001b[200~${lines.join('\n')}\u001b[201~`)
  terminal.type('\r')
  await expect.poll(terminal.shown).toContain('Read.')
  expect(terminal.shown()).toContain('  logged 19.\n  … 10 more lines (Ctrl+O)\n\nRead.')
  terminal.type('\u000f')
  await expect.poll(terminal.shown).toContain('  logged 29.\n\nRead.')
})

test.each(['/quit', '/exit'])('%s also leaves a server that has no such command', async (line) => {
  await using terminal = await openTerminal({ script: [] })
  terminal.type(line)
  await expect.poll(terminal.shown).toContain(line)
  terminal.type('\r')
  expect(await terminal.left).toMatch(/\w+/)
})

test('shows a command above its answer, and does not mistake it for a prompt of the session', async () => {
  await using terminal = await openTerminal({ script: [text('Here.')] })
  terminal.type('/whoami\r')
  await expect.poll(terminal.shown).toMatch(/❯ \/whoami\n\n┌[\s\S]*│ Role +│ owner/)
  terminal.type('/nonsense\r')
  await expect.poll(terminal.shown).toMatch(/❯ \/nonsense\n\n✗ /)
  terminal.type('Hello.\r')
  await expect.poll(terminal.shown).toContain('Here.')
  terminal.type('\u0018')
  await expect.poll(terminal.shown).toMatch(/→ Hello\. +shown, idle/)
})
