import type { AssistantMessage, Message, ProviderData, ToolCall } from '@hermes/core'
import fc from 'fast-check'

const strangeTexts = ['', ' ', '\n', '\ud83d', 'a\udebd b', '\u0000\u001b[0m', '\\ud83d', 'null', '[]']
const strangeIds = ['', 'call_1', 'call_1', 'call_2', 'functions.read:0', 'x'.repeat(99), 'a b|c', '\ud83d']
const strangeArguments = [
  '',
  '{}',
  '{"cut',
  '[]',
  'null',
  '{"n":1.0,"big":12345678901234567890}',
  '{"t":"\\ud83d"}',
  '{"__proto__":1}',
]

const anyText = fc.oneof(fc.constantFrom(...strangeTexts), fc.string({ unit: 'grapheme' }))

const anyPart = fc.oneof(
  anyText.map((text) => ({ type: 'text' as const, text })),
  fc
    .constantFrom(
      'https://a.example/x.png',
      'http://a.example/x.png',
      'data:image/png;base64,iVBORw0KGgo=',
      'data:image/svg+xml,%3Csvg/%3E',
      'data:image/jpeg;base64,',
      'nonsense',
    )
    .map((url) => ({ type: 'image_url' as const, image_url: { url } })),
  fc
    .tuple(
      anyText,
      fc.constantFrom(
        'data:application/pdf;base64,JVBERi0=',
        'data:text/plain,%20',
        'data:text/markdown;charset=utf-8,%23%20Title',
        'data:application/zip;base64,UEsDBA==',
        '',
      ),
    )
    .map(([filename, file_data]) => ({ type: 'file' as const, file: { filename, file_data } })),
)

const anyContent = fc.oneof(anyText, fc.array(anyPart, { maxLength: 3 }))

const anyCalls = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom(...strangeIds),
      fc.oneof(fc.constantFrom('read_file', 'todo'), anyText),
      fc.constantFrom(...strangeArguments),
    )
    .map(([id, name, args]): ToolCall => ({ id, type: 'function', function: { name, arguments: args } })),
  { selector: (call) => call.id, minLength: 1, maxLength: 4 },
)

/** Results in any order, right behind their calls. */
function withResults(answer: AssistantMessage): fc.Arbitrary<readonly Message[]> {
  const calls = answer.tool_calls ?? []
  return fc
    .tuple(
      fc.shuffledSubarray([...calls], { minLength: calls.length }),
      fc.array(anyContent, { minLength: 8, maxLength: 8 }),
    )
    .map(([answered, contents]) => [
      answer,
      ...answered.map(({ id, function: { name } }, index): Message => {
        return { role: 'tool', tool_call_id: id, name, content: contents[index] ?? '' }
      }),
    ])
}

/**
 * Any history that Hermes can have, also one that began elsewhere: odd texts, pictures and files, ids that come again,
 * arguments that are no JSON object, neighbours of one role. `ownAnswers` are what the wire under test has written itself.
 */
export function anyHistory(ownAnswers: fc.Arbitrary<AssistantMessage>, foreign: readonly ProviderData[]) {
  const anyAnswer = fc
    .record({ text: anyText, calls: fc.option(anyCalls), data: fc.option(fc.constantFrom(...foreign)) })
    .map(({ text, calls, data }): AssistantMessage => {
      const content = text === '' && calls ? null : text
      const more = { ...(calls && { tool_calls: calls }), ...(data && { provider_data: data, reasoning: text }) }
      return { role: 'assistant', content, ...more }
    })
  const anyTurn = fc.oneof(
    anyContent.map((content): readonly Message[] => [{ role: 'user', content }]),
    fc.oneof(anyAnswer, ownAnswers).chain(withResults),
  )
  return fc.array(anyTurn, { maxLength: 8 }).map((turns) => turns.flat())
}
