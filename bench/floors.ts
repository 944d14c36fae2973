import http from 'node:http'
import { firstInput, model, noteResult, noteTool, system } from './conversation.ts'

/** A lower bound: `node:http`, one pass over each answer, no abstraction. */
export interface FloorClient {
  /** Sends a body and yields the data of each event of the answer. */
  post(body: string | Buffer, onData: (data: string) => void): Promise<void>
}

export function createFloorClient(baseUrl: string): FloorClient {
  const agent = new http.Agent({ keepAlive: true })
  const url = new URL(`${baseUrl}/v1/chat/completions`)
  const headers = { 'content-type': 'application/json' }
  return {
    post: (body, onData) =>
      new Promise((resolve, reject) => {
        const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
          response.setEncoding('utf8')
          response.on('data', createSseReader(onData))
          response.on('end', resolve)
          response.on('error', reject)
        })
        request.on('error', reject)
        request.end(body)
      }),
  }
}

function createSseReader(onData: (data: string) => void): (chunk: string) => void {
  let pending = ''
  return (chunk) => {
    pending += chunk
    let start = 0
    for (let end = pending.indexOf('\n\n'); end >= 0; end = pending.indexOf('\n\n', start)) {
      onData(pending.slice(start + 6, end))
      start = end + 2
    }
    pending = pending.slice(start)
  }
}

/** The history of a conversation as a request body. */
export interface FloorHistory {
  add(message: object): void
  body(): string | Buffer
}

/** Creates a history that serializes every request from scratch. */
export function createStringifiedHistory(): FloorHistory {
  const messages: object[] = [{ role: 'system', content: system }]
  const tools = [{ type: 'function', function: noteTool }]
  return {
    add: (message) => messages.push(message),
    body: () => JSON.stringify({ model, messages, tools, stream: true, stream_options: { include_usage: true } }),
  }
}

/** Creates a history that serializes each message once, as a growing buffer. */
export function createGrowingHistory(): FloorHistory {
  const settings = { tools: [{ type: 'function', function: noteTool }], model, stream: true }
  const tail = Buffer.from(`],${JSON.stringify({ ...settings, stream_options: { include_usage: true } }).slice(1)}`)
  let bytes = Buffer.allocUnsafe(65_536)
  let length = bytes.write(`{"messages":[${JSON.stringify({ role: 'system', content: system })}`)

  function reserve(needed: number): void {
    if (length + needed <= bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (length + needed))
    bytes.copy(larger, 0, 0, length)
    bytes = larger
  }

  return {
    add(message) {
      const text = `,${JSON.stringify(message)}`
      reserve(3 * text.length + tail.length)
      length += bytes.write(text, length)
    },
    body() {
      reserve(tail.length)
      tail.copy(bytes, length)
      return bytes.subarray(0, length + tail.length)
    },
  }
}

/** Runs until the model calls no more tools. */
export async function floorConversation(client: FloorClient, history: FloorHistory, length: number): Promise<void> {
  history.add({ role: 'user', content: firstInput })
  for (;;) {
    const { text, call } = await floorAnswer(client, history.body())
    if (!call) return history.add({ role: 'assistant', content: text })
    history.add({ role: 'assistant', content: null, tool_calls: [call] })
    const content = noteResult(JSON.parse(call.function.arguments), length)
    history.add({ role: 'tool', tool_call_id: call.id, content })
  }
}

interface FloorCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; arguments: string }
}

/** Returns the complete answer of one request, assembled from its deltas. */
export async function floorAnswer(
  client: FloorClient,
  body: string | Buffer,
  onText: (text: string) => void = () => undefined,
): Promise<{ text: string; call: FloorCall | undefined }> {
  const parts: string[] = []
  let call: FloorCall | undefined
  await client.post(body, (data) => {
    if (data === '[DONE]') return
    const delta = JSON.parse(data).choices[0]?.delta
    if (delta?.content) {
      parts.push(delta.content)
      onText(delta.content)
    }
    const fragment = delta?.tool_calls?.[0]
    if (!fragment) return
    if (call) call.function.arguments += fragment.function.arguments
    else call = { id: fragment.id, type: 'function', function: { ...fragment.function } }
  })
  return { text: parts.join(''), call }
}
