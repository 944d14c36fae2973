import type { Message } from '@hermes/core'

/** The window in tokens. Every conversation is far longer by any estimate. */
export const contextWindow = 8_000

/** Conversations that exceed the window, each in a different way. */
export const conversations: Readonly<Record<string, readonly Message[]>> = {
  'a long chat': [...chat(60), said(60)],
  'many tool turns after one question': [said(0), ...range(80).flatMap((n) => toolTurn(n, 1))],
  'parallel calls': [said(0), ...range(30).flatMap((n) => toolTurn(n, 4)), answered(0), said(1), ...toolTurn(99, 3)],
  'a chat with tools': range(40).flatMap((n) => [said(n), ...toolTurn(n, 2), ...(n === 39 ? [] : [answered(n)])]),
  'one huge result': [...chat(20), said(20), ...toolTurn(1, 1, 400), answered(20), said(21)],
  pictures: [...range(60).flatMap((n) => [pictured(n), answered(n)]), pictured(60)],
  'a huge newest question': [...chat(30), said(30, 60)],
}

/** A conversation that fits easily. */
export const shortConversation: readonly Message[] = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hello. What can I do?' },
  { role: 'user', content: 'Nothing yet.' },
]

/** Returns a text of about 85 tokens per repetition. */
function words(marker: string, repeat = 1): string {
  return `${marker}: ${'the quick brown fox jumps over the lazy dog and runs on; '.repeat(6 * repeat)}`
}

function chat(rounds: number): Message[] {
  return range(rounds).flatMap((n) => [said(n), answered(n)])
}

function said(n: number, repeat = 3): Message {
  return { role: 'user', content: words(`question ${n}`, repeat) }
}

function answered(n: number): Message {
  return { role: 'assistant', content: words(`answer ${n}`, 3) }
}

function pictured(n: number): Message {
  const url = `data:image/png;base64,${'iVBORw0KGgo'.repeat(20)}`
  return {
    role: 'user',
    content: [
      { type: 'text', text: words(`picture ${n}`) },
      { type: 'image_url', image_url: { url } },
    ],
  }
}

function toolTurn(turn: number, count: number, repeat = 3): Message[] {
  const ids = range(count).map((n) => `call_${turn}_${n}`)
  const calls = ids.map((id) => ({
    id,
    type: 'function' as const,
    function: { name: 'read_file', arguments: JSON.stringify({ path: `src/${id}.ts` }) },
  }))
  const results = ids.map(
    (id): Message => ({ role: 'tool', tool_call_id: id, name: 'read_file', content: words(`result of ${id}`, repeat) }),
  )
  return [{ role: 'assistant', content: null, tool_calls: calls }, ...results]
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}
