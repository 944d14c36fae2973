/** The envelope of answers of a chat completions server, as bytes in the format and size of real providers. */

const envelope = {
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'bench',
  system_fingerprint: 'fp_0123456789',
}
const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
/** The number of deltas per write: about 64 KB. */
const deltasPerChunk = 256

export function toolCall(turn: number): string {
  return callOf(turn, 'note', ['{"turn":', `${turn}}`])
}

/** Returns a call that reads one line of the file that {@link turnLines} returns. */
export function readCall(turn: number): string {
  return callOf(turn, 'read_file', ['{"path":"turns.txt",', `"offset":${turn},"limit":1}`])
}

/** Returns lines that tell the server the number of each turn. */
export function turnLines(turns: number): string {
  return Array.from({ length: turns }, (_, index) => `turn:${index + 1}\n`).join('')
}

function callOf(turn: number, name: string, [first, second]: readonly [string, string]): string {
  const { event, end } = answerOf(turn)
  const fragment = (text: string) => ({ tool_calls: [{ index: 0, function: { arguments: text } }] })
  const head = { index: 0, id: `call_${turn}`, type: 'function', function: { name, arguments: '' } }
  return [
    event({ role: 'assistant', content: null, tool_calls: [head] }),
    event(fragment(first)),
    event(fragment(second)),
    end('tool_calls'),
  ].join('')
}

export function textOf(text: string): string {
  const { event, end } = answerOf(0)
  return event({ role: 'assistant', content: text }) + end('stop')
}

/** Returns a delta that contains its send time, in milliseconds since the epoch. */
export function clockDelta(): string {
  return answerOf(0).event({ content: `${(performance.timeOrigin + performance.now()).toFixed(3)} ` })
}

/** Returns a word of an answer of paragraphs with some Markdown. */
export function wordDelta(number: number): string {
  const word = number % 12 === 5 ? `\`word${number}\`` : `word${number}`
  return answerOf(0).event({ content: number % 120 === 119 ? `${word}.\n\n` : `${word} ` })
}

export function endOfText(): string {
  return answerOf(0).end('stop')
}

/** Yields words that do not repeat, because repetitive answers are rejected. */
export function* textChunks(count: number): Generator<Buffer> {
  const { event, end } = answerOf(0)
  const [before, after] = event({ content: 'word' }).split('word')
  yield Buffer.from(event({ role: 'assistant', content: '' }))
  for (let first = 0; first < count; first += deltasPerChunk) {
    const numbers = Array.from({ length: Math.min(deltasPerChunk, count - first) }, (_, index) => first + index)
    yield Buffer.from(numbers.map((number) => `${before}${wordOf(number)}${after}`).join(''))
  }
  yield Buffer.from(end('stop'))
}

/** Returns four characters; every sixth delta starts with a space. */
function wordOf(number: number): string {
  const digits = number.toString(36).padStart(4, '0')
  return number % 6 === 0 ? ` ${digits.slice(1)}` : digits
}

interface Answer {
  event(delta: object): string
  end(reason: string): string
}

/** Creates an answer with a unique id: LangGraph treats messages with the same id as one. */
function answerOf(number: number): Answer {
  const head = { id: `chatcmpl-${number.toString(16).padStart(16, '0')}`, ...envelope }
  const toEvent = (delta: object, finish_reason: string | null) =>
    line({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
  return {
    event: (delta) => toEvent(delta, null),
    end: (reason) => `${toEvent({}, reason)}${line({ ...head, choices: [], usage })}data: [DONE]\n\n`,
  }
}

function line(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
