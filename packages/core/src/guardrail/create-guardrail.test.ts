import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Guardrail, GuardrailOptions } from '../contracts/agent/guardrail.js'
import type { ToolEffect, ToolFacts, ToolTraits } from '../contracts/calls/tool-traits.js'
import type { ToolCall, ToolMessage } from '../contracts/model/message.js'
import { textOf } from '../contracts/model/message.js'
import { createGuardrail } from './create-guardrail.js'

interface Step {
  readonly name?: string
  readonly args?: unknown
  readonly result?: ToolMessage['content']
  readonly isError?: boolean
}

let calls = 0
const toCall = ({ name = 'read_file', args = { path: 'a' } }: Step): ToolCall => {
  calls += 1
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return { id: `call_${calls}`, type: 'function', function: { name, arguments: text } }
}
const toMessage = (call: ToolCall, content: ToolMessage['content']): ToolMessage =>
  Object.freeze({ role: 'tool', tool_call_id: call.id, name: call.function.name, content })

/** Plays one answer of the model: admits all calls, then delivers their results, in a different order on request. */
function answer(guardrail: Guardrail, steps: readonly Step[], order = steps.map((_, index) => index)) {
  const made = steps.map((step) => ({ step, call: toCall(step) }))
  const refusals = made.map(({ call }) => guardrail.admit(call))
  return order.map((index) => {
    const { step, call } = made[index] ?? { step: {}, call: toCall({}) }
    const refusal = refusals[index]
    const given = toMessage(call, refusal ?? step.result ?? 'content')
    const shown = guardrail.inspect(call, given, refusal !== undefined || (step.isError ?? false))
    return { given, shown, refusal, text: textOf(shown.content) }
  })
}

/** Plays one call per answer until the guardrail halts. */
function play(steps: readonly Step[], options?: GuardrailOptions, guardrail = guardrailOf(options)) {
  const shown: string[] = []
  for (const step of steps) {
    if (guardrail.halt) break
    shown.push(...answer(guardrail, [step]).map(({ text }) => text))
  }
  return { shown, halt: guardrail.halt, warnings: shown.filter((text) => text.includes('[Loop warning')) }
}

const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i))
const long = (text: string) => text.padEnd(300, ' and so on')

/** Traits as tools declare them: the guardrail knows no tool by name. */
const declared: Readonly<Record<string, ToolTraits>> = {
  process: { mayRepeat: true },
  browser_scroll: { mayRepeat: true },
  terminal: { runsCommands: true },
  web_search: { callsPerTurn: 50 },
  delegate_task: { callsPerTurn: 50 },
}
const factsOf = (name: string, effect: ToolEffect = 'once'): ToolFacts => ({
  name,
  toolset: 'test',
  effect,
  ...declared[name],
})
const guardrailOf = (options?: GuardrailOptions) => createGuardrail({ traitsOf: (name) => factsOf(name), ...options })
const reading: GuardrailOptions = {
  traitsOf: (name) => factsOf(name, name === 'write_file' ? 'idempotent' : 'read'),
}

describe('a loop is warned about and then stopped', () => {
  test.each<[string, (index: number) => Step, string, number, number]>([
    ['the same call with the same result', () => ({}), 'same-call', 3, 5],
    ['the same call that fails with the same error', () => ({ isError: true }), 'failing-call', 2, 5],
    [
      'the same call that fails with another error each time',
      (index) => ({ isError: true, result: `error ${index}` }),
      'failing-call',
      2,
      5,
    ],
    [
      'a tool that fails with other arguments each time',
      (index) => ({ isError: true, args: { path: index }, result: `no file ${index}` }),
      'failing-tool',
      3,
      8,
    ],
    [
      'several tools that fail',
      (index) => ({ name: `get_${index % 4}`, isError: true, args: { index }, result: `no ${index}` }),
      'failing-tools',
      6,
      12,
    ],
    [
      'a tool that gives the same page to other arguments each time',
      (index) => ({ name: 'web_extract', args: { url: index }, result: long('Access denied.') }),
      'same-result',
      3,
      5,
    ],
    [
      'a reading tool that finds nothing each time',
      (index) => ({ name: 'search_files', args: { pattern: index }, result: 'No matches.' }),
      'same-result',
      3,
      8,
    ],
    ['two calls in turn', (index) => ({ args: { path: index % 2 }, result: `r${index % 2}` }), 'cycle', 6, 10],
    ['five calls in turn', (index) => ({ args: { path: index % 5 }, result: `r${index % 5}` }), 'cycle', 15, 25],
  ])('%s', (_, step, code, warnAt, haltAt) => {
    const { shown, halt, warnings } = play(times(60, step), reading)
    expect(halt?.code).toBe(`guardrail/${code}`)
    expect(shown).toHaveLength(haltAt)
    expect(shown.findIndex((text) => text.includes('[Loop warning'))).toBe(warnAt - 1)
    expect(warnings).toHaveLength(haltAt - warnAt)
  })

  test('recognizes it despite different times, durations, ids and argument spelling', () => {
    const ticking = (index: number): Step => ({
      args: index % 2 ? '{"a":1,"b":{"d":2,"c":3}}' : '{ "b": {"c": 3, "d": 2},\n "a": 1 }',
      result: [
        `2026-11-21T10:00:0${index}.123Z pid=${4000 + index} at 0x7ffe${index}a00`,
        `wrote /tmp/build-aB3dE${index} in 0.${index}12s (${index + 3} ms)`,
        `request 123e4567-e89b-12d3-a456-42661417400${index} at 179${index}123456`,
      ].join('\n'),
    })
    expect(play(times(9, ticking)).halt?.code).toBe('guardrail/same-call')
  })

  test('recognizes it in any order of parallel results', () => {
    const guardrail = guardrailOf()
    const steps = [{ args: { path: 'a' } }, { args: { path: 'b' }, result: 'other' }, { args: { path: 'c' } }]
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [0, 2, 1],
      [2, 0, 1],
    ]
    const last = orders.map((order) => answer(guardrail, steps, order).at(-1)?.text)
    expect(last.map((text) => text?.includes('[Loop'))).toEqual([false, false, true, true, true])
    expect(guardrail.halt?.code).toBe('guardrail/same-call')
  })

  test('does not stop calls of one answer before the model has read a warning', () => {
    const guardrail = guardrailOf(reading)
    const eager = times(20, () => ({ isError: true }))
    answer(guardrail, eager)
    expect(guardrail.halt).toBeUndefined()
    answer(guardrail, eager.slice(0, 1))
    expect(guardrail.halt?.code).toBe('guardrail/failing-call')
  })

  test('names the call and the count in the warning, and tells the user what to do in the halt', () => {
    const { shown, halt, warnings } = play(
      times(9, () => ({ name: 'patch', args: { old: 'x' }, isError: true, result: 'No match for `x`.' })),
    )
    expect(warnings[1]).toContain('No match for `x`.\n\n[Loop warning: `patch {"old":"x"}` failed 3 times')
    expect(shown.at(-1)).toContain('the turn was ended here')
    expect(halt?.text).toMatch(/patch.* failed 5 times.*\n\nThe last result was: No match.*\n\nSay "continue"/)
  })
})

describe('progress is not stopped', () => {
  test.each<[string, (index: number) => Step[]]>([
    [
      'a command whose output changes',
      (index) => [{ name: 'terminal', args: { command: 'make' }, result: `${index}%` }],
    ],
    ['waiting for a process', () => [{ name: 'process', args: { action: 'poll' }, result: 'running' }]],
    [
      'looking at a process between equal pauses',
      () => [
        { name: 'terminal', args: { command: 'sleep 5' }, result: '' },
        { name: 'process', args: { action: 'log' }, result: 'still running' },
      ],
    ],
    ['scrolling', () => [{ name: 'browser_scroll', args: { direction: 'down' }, result: '{"success":true}' }]],
    [
      'commands that fail in their own way',
      (index) => [{ name: 'terminal', args: { command: `try ${index}` }, isError: true, result: 'exit 1' }],
    ],
    [
      'different commands with the same long output',
      (index) => [{ name: 'terminal', args: { command: `npm test -- ${index}` }, result: long('1 failed') }],
    ],
    [
      'edits between tests that stay red',
      (index) => [
        { name: 'patch', args: { index }, result: `patched ${index}` },
        { name: 'terminal', args: { command: 'npm test' }, result: long('1 failed') },
      ],
    ],
    [
      'many files written with the same answer',
      (index) => [{ name: 'write_file', args: { path: index }, result: 'ok' }],
    ],
    [
      'one file read between others, again and again',
      (index) => [
        { args: { path: 'main.ts' }, result: 'main' },
        { args: { path: index }, result: `file ${index}` },
      ],
    ],
    [
      'a picture that changes behind the same words',
      (index) => [
        {
          name: 'screenshot',
          args: {},
          result: [
            { type: 'text', text: long('The screen:') },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${index}` } },
          ],
        },
      ],
    ],
  ])('%s', (_, steps) => {
    expect(play(times(60, steps).flat()).halt).toBeUndefined()
    expect(play(times(60, steps).flat(), reading).halt).toBeUndefined()
  })

  test('clears earlier failures after a successful change', () => {
    const failing: Step = { name: 'patch', args: { old: 'x' }, isError: true, result: 'No match.' }
    const { halt } = play(
      times(9, (index) => [failing, failing, failing, { name: 'write_file', args: { index }, result: 'ok' }]).flat(),
    )
    expect(halt).toBeUndefined()
  })

  test('keeps earlier failures after a successful read', () => {
    const failing: Step = { name: 'patch', args: { old: 'x' }, isError: true, result: 'No match.' }
    const { halt } = play(times(9, (index) => [failing, { args: { index }, result: `${index}` }]).flat(), {
      traitsOf: (name) => factsOf(name, name === 'read_file' ? 'read' : 'idempotent'),
    })
    expect(halt?.code).toBe('guardrail/failing-call')
  })
})

describe('caps', () => {
  test('refuses a call above the cap and admits others', () => {
    const guardrail = guardrailOf({ caps: { web_search: 2, read_file: 1 } })
    const run = (name: string, index: number) => answer(guardrail, [{ name, args: { index }, result: `${index}` }])[0]
    expect(times(3, (index) => run('web_search', index)?.refusal !== undefined)).toEqual([false, false, true])
    expect(times(2, (index) => run('read_file', index)?.refusal !== undefined)).toEqual([false, true])
    expect(run('web_search', 9)?.refusal).toMatch(/2 times in one turn/)
    expect(run('web_extract', 9)?.refusal).toBeUndefined()
  })

  test('uses the cap declared by the tool; 0 removes it', () => {
    const count = (name: string, options?: GuardrailOptions) => {
      const guardrail = guardrailOf(options)
      return times(
        60,
        (index) => answer(guardrail, [{ name, args: { index }, result: `${index}` }])[0]?.refusal,
      ).filter((refusal) => refusal === undefined).length
    }
    expect(count('web_search')).toBe(50)
    expect(count('delegate_task')).toBe(50)
    expect(count('web_search', { caps: { web_search: 0 } })).toBe(60)
    expect(count('delegate_task', { caps: { web_search: 0 } })).toBe(50)
  })

  test('stops a model that keeps making refused calls', () => {
    const steps = times(40, (index): Step => ({ name: 'web_search', args: { index }, result: `${index}` }))
    const { halt, shown } = play(steps, { caps: { web_search: 10 } })
    expect(halt?.code).toBe('guardrail/failing-tool')
    expect(halt?.text).toContain('10 times in one turn')
    expect(shown).toHaveLength(18)
  })
})

describe('an identical long result', () => {
  const content = 'line of a file\n'.repeat(60)

  test('is replaced with a reference to the call that returned it', () => {
    const guardrail = guardrailOf()
    answer(guardrail, [{ args: { path: 'a' }, result: content }])
    answer(guardrail, [{ args: { path: 'b' }, result: 'short' }])
    const [again] = answer(guardrail, [{ args: { path: 'a' }, result: content }])
    expect(again?.text).toMatch(/same result.*`read_file {"path":"a"}`, 2 calls before/)
    expect(again?.text.length).toBeLessThan(300)
  })

  test.each<[string, Step, ((guardrail: Guardrail) => void)?]>([
    ['shorter than 512 characters', { result: content.slice(0, 511) }],
    ['one character is different', { result: `${content}.` }],
    ['a failure is no success', { result: content, isError: true }],
    ['it has parts', { result: [{ type: 'text', text: content }] }],
    ['a call may repeat', { name: 'process', result: content }],
    ['the first one has left the context', { result: content }, (guardrail) => guardrail.forgetResults()],
    [
      'the first one is far away',
      { result: content },
      (guardrail) => times(10, (index) => answer(guardrail, [{ args: { index }, result: `${index}` }])),
    ],
  ])('stays whole: %s', (_, second, between) => {
    const guardrail = guardrailOf()
    const isOfOneKind = !second.isError && second.result !== `${content}.`
    answer(guardrail, [isOfOneKind ? second : { result: content }])
    between?.(guardrail)
    const [again] = answer(guardrail, [second])
    expect(again?.shown).toBe(again?.given)
  })

  test('never refers to another reference', () => {
    const guardrail = guardrailOf({ hardStop: false })
    const texts = times(30, () => answer(guardrail, [{ result: content }])[0]?.text ?? '')
    for (const [index, text] of texts.entries()) {
      const distance = Number(text.match(/(\d+) calls before/)?.[1] ?? 1)
      if (text.startsWith('[The same')) expect(texts[index - distance]?.startsWith(content)).toBe(true)
    }
    expect(texts.filter((text) => text.startsWith(content))).toHaveLength(3)
  })
})

describe('options', () => {
  test('only warns without the hard stop', () => {
    const { halt, warnings } = play(
      times(40, () => ({})),
      { hardStop: false },
    )
    expect(halt).toBeUndefined()
    expect(warnings).toHaveLength(38)
  })

  test('still stops without warnings', () => {
    const { halt, warnings, shown } = play(
      times(40, () => ({})),
      { warnings: false },
    )
    expect(halt?.code).toBe('guardrail/same-call')
    expect(warnings).toEqual([])
    expect(shown).toHaveLength(5)
  })

  test('uses configured counts; 0 disables a rule', () => {
    const same = times(40, () => ({}))
    expect(play(same, { haltAfter: { sameCall: 9 } }).shown).toHaveLength(9)
    expect(play(same, { warnAfter: { sameCall: 2 } }).warnings).toHaveLength(3)
    expect(play(same, { haltAfter: { sameCall: 0, cycle: 0 }, warnAfter: { sameCall: 0, cycle: 0 } }).warnings).toEqual(
      [],
    )
    expect(play(same, { warnAfter: { sameCall: 0 } }).shown).toHaveLength(6)
  })

  test('respects tools declared as repeating or as commands', () => {
    const steps = times(40, () => ({ name: 'tick' }))
    const traits = (more: ToolTraits) => ({ traitsOf: (name: string) => ({ ...factsOf(name), ...more }) })
    expect(play(steps, traits({ mayRepeat: true })).halt).toBeUndefined()
    expect(play(steps).halt).toBeDefined()
    const red = times(40, (index) => ({ name: 'sh', args: { index }, isError: true }))
    expect(play(red, traits({ runsCommands: true })).halt).toBeUndefined()
    expect(play(red).halt).toBeDefined()
  })
})

describe('properties', () => {
  test('leaves calls and results that all differ unchanged', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 80 }), fc.nat(5), (texts, size) => {
        const guardrail = guardrailOf(reading)
        const steps = texts.map((text) => ({ args: { text }, result: `${text}!` }))
        for (let index = 0; index < steps.length; index += size + 1) {
          for (const { given, shown } of answer(guardrail, steps.slice(index, index + size + 1))) {
            expect(shown).toBe(given)
          }
        }
        expect(guardrail.halt).toBeUndefined()
      }),
    )
  })

  test('stops every cycle in its fifth round, after a warning, wherever it starts', () => {
    const step = fc.record({ args: fc.nat(), result: fc.string(), isError: fc.boolean() })
    const round = fc.uniqueArray(fc.array(step, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 5,
      selector: (steps) => JSON.stringify(steps),
    })
    const prefix = fc.array(fc.nat({ max: 20 }), { maxLength: 30 })
    fc.assert(
      fc.property(round, prefix, (answers, before) => {
        const guardrail = guardrailOf(reading)
        for (const path of before) answer(guardrail, [{ args: { path }, result: `${path}${before.length}` }])
        if (guardrail.halt) return
        const texts: string[] = []
        for (let index = 0; index < answers.length * 5 + 1 && !guardrail.halt; index++) {
          texts.push(...answer(guardrail, answers[index % answers.length] ?? []).map(({ text }) => text))
        }
        expect(guardrail.halt).toBeDefined()
        expect(texts.slice(0, -1).some((text) => text.includes('[Loop warning'))).toBe(true)
      }),
    )
  })

  test('accepts any text as arguments and results', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (args, result) => {
        const guardrail = guardrailOf()
        const [shown] = answer(guardrail, [{ args, result }])
        expect(shown?.shown).toBe(shown?.given)
      }),
    )
    const deep = '['.repeat(200_000)
    expect(play(times(9, () => ({ args: deep + ']'.repeat(200_000) }))).shown).toHaveLength(5)
    expect(play(times(9, () => ({ args: deep }))).shown).toHaveLength(5)
  })

  test('keeps memory bounded in a long turn', () => {
    const { halt } = play(times(5_000, (index) => ({ args: { index }, isError: index % 2 === 0, result: `${index}` })))
    expect(halt).toBeUndefined()
  })
})
