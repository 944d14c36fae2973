import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A chat network in memory and a model that answers immediately, for gateways that are given its address. */
export interface ChatWorld {
  readonly url: string
  /** Writes in a chat as a person. Resolves when the answer is in the chat. */
  say(chatId: string): Promise<Journey>
}

/** The times at which a message was seen, since it was written. */
export interface Journey {
  /** When the model was asked. */
  readonly askedMs: number
  /** When the answer was in the chat. */
  readonly answeredMs: number
}

interface Travelling {
  readonly saidAt: number
  askedMs: number
  readonly arrived: (journey: Journey) => void
}

const pollMs = 1_000
/** The maximum number of events per poll. */
const eventsAtOnce = 100
const markIn = /\bm(\d+)\b(?![\s\S]*\bm\d+\b)/

/** Opens a world. The process does not end while it listens. */
export async function openChatWorld(): Promise<ChatWorld> {
  const travelling = new Map<string, Travelling>()
  const pending = new Map<string, object>()
  const polls = new Set<() => void>()
  let last = 0

  async function poll(confirmed: readonly string[], response: ServerResponse): Promise<void> {
    for (const id of confirmed) pending.delete(id)
    if (pending.size === 0) await nextEvent()
    reply(response, { events: [...pending.values()].slice(0, eventsAtOnce) })
  }

  function nextEvent(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, pollMs)
    polls.add(resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      polls.delete(resolve)
    })
  }

  function send(text: string, response: ServerResponse): void {
    const mark = markIn.exec(text)?.[1] ?? ''
    const found = travelling.get(mark)
    travelling.delete(mark)
    found?.arrived({ askedMs: found.askedMs, answeredMs: performance.now() - found.saidAt })
    reply(response, { messageId: `out-${mark}` })
  }

  function think(body: string, response: ServerResponse): void {
    const mark = markIn.exec(body)?.[1] ?? ''
    const found = travelling.get(mark)
    if (found) found.askedMs = performance.now() - found.saidAt
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(
      `${event({ content: `m${mark} is answered.` })}${event({}, 'stop')}${usageEvent(body)}data: [DONE]\n\n`,
    )
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request)
    if (request.url?.startsWith('/model/')) return think(body, response)
    const call = JSON.parse(body)
    if (call.type === 'poll') return poll(call.confirmed, response)
    send(call.text, response)
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    say(chatId) {
      const number = ++last
      const id = `in-${number}`
      const event = {
        type: 'message',
        id,
        messageId: id,
        chatId,
        chatType: 'direct',
        sender: { id: `person of ${chatId}` },
        text: `m${number}`,
        isAddressed: true,
        attachments: [],
        sentAtMs: Date.now(),
      }
      const { promise, resolve } = Promise.withResolvers<Journey>()
      travelling.set(`${number}`, { saidAt: performance.now(), askedMs: Number.NaN, arrived: resolve })
      pending.set(id, event)
      for (const wake of polls) wake()
      return promise
    },
  }
}

function event(delta: object, reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: reason }]
  return `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'bench', choices })}\n\n`
}

/** Returns the event with the usage, because real providers report it. */
function usageEvent(body: string): string {
  const usage = { prompt_tokens: Math.ceil(body.length / 4), completion_tokens: 5 }
  return `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'bench', choices: [], usage })}\n\n`
}

function reply(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return text
}
