import { setTimeout as delay } from 'node:timers/promises'
import { type SettledAnswer, settle } from '../deltas.js'
import { type Exchange, ScriptDrop } from './exchange.js'
import type { ProviderReply } from './script.js'
import type { HttpReply, RawReply, WireBody, WireChunk } from './wire.js'
import { isStreamed, streamedAnswer, wholeAnswer } from './wire-forms.js'

/** Sends a reply on the connection. Rejects when the client left before it was complete. */
export async function sendReply(reply: ProviderReply, exchange: Exchange): Promise<void> {
  switch (reply.kind) {
    case 'http':
      return sendHttp(reply, exchange)
    case 'raw':
      return sendRaw(reply, exchange)
    case 'failure': {
      const refusal = exchange.wire.refuse(reply.error)
      return refusal === 'drop' ? drop(exchange) : sendHttp(refusal, exchange)
    }
    case 'answer':
      return sendAnswer(settle(reply, exchange.nextId), exchange)
    case 'hang':
      if (reply.answer) await sendStart(settle(reply.answer, exchange.nextId), exchange)
      return untilGone(exchange)
    case 'cut':
      await sendStart(settle(reply.answer, exchange.nextId), exchange, reply.after)
      if (reply.how instanceof Error) return interrupt(reply.how, exchange)
      return reply.how === 'drop' ? drop(exchange) : end(exchange)
  }
}

async function sendHttp(reply: HttpReply, exchange: Exchange): Promise<void> {
  exchange.response.writeHead(reply.status, reply.headers)
  for await (const chunk of chunksOf(reply.body)) await write(exchange, chunk)
  await end(exchange)
}

async function sendRaw({ body }: RawReply, exchange: Exchange): Promise<void> {
  const { socket } = exchange.response
  if (!socket) return
  for await (const chunk of chunksOf(body)) {
    await new Promise<void>((resolve, reject) => {
      socket.write(chunk, (error) => (error ? reject(error) : resolve()))
    })
  }
  drop(exchange)
}

function chunksOf(body: WireBody): Iterable<WireChunk> | AsyncIterable<WireChunk> {
  return typeof body === 'string' || body instanceof Uint8Array ? [body] : body
}

/** Reports a failure inside the stream. */
async function interrupt(error: Error, exchange: Exchange): Promise<void> {
  const chunk = exchange.wire.interrupt?.(error)
  if (chunk === undefined || !isStreamed(exchange.wire, exchange.body, exchange.path)) return drop(exchange)
  await write(exchange, chunk)
  await end(exchange)
}

async function sendAnswer(answer: SettledAnswer, exchange: Exchange): Promise<void> {
  const { wire, body, response } = exchange
  if (isStreamed(wire, body, exchange.path)) {
    for await (const chunk of rechunk(streamed(answer, exchange), answer.pace?.writeSize)) await write(exchange, chunk)
  } else {
    await pause(answer.pace?.firstDelayMs, exchange)
    response.setHeader('content-type', 'application/json')
    await write(exchange, wholeAnswer(wire, answer, body))
  }
  await end(exchange)
}

/** Sends the beginning of an answer. If it is not streamed, sends half of its text. */
async function sendStart(answer: SettledAnswer, exchange: Exchange, limit?: number): Promise<void> {
  const { wire, body } = exchange
  if (isStreamed(wire, body, exchange.path)) {
    const chunks = streamed(answer, exchange, limit ?? Number.POSITIVE_INFINITY)
    for await (const chunk of rechunk(chunks, answer.pace?.writeSize)) await write(exchange, chunk)
  } else {
    const whole = wholeAnswer(wire, answer, body)
    exchange.response.writeHead(200, { 'content-type': 'application/json' })
    await write(exchange, whole.slice(0, whole.length / 2))
  }
}

/** Yields the chunks of an answer at their pace. With a limit, yields only that many deltas and no tail. */
async function* streamed(answer: SettledAnswer, exchange: Exchange, limit?: number): AsyncGenerator<WireChunk> {
  const { head, deltas, tail, headers } = streamedAnswer(exchange.wire, answer, exchange.body)
  await pause(answer.pace?.firstDelayMs, exchange)
  exchange.response.writeHead(200, headers)
  exchange.response.flushHeaders()
  yield head
  let sent = 0
  for (const chunk of deltas) {
    if (limit !== undefined && sent++ >= limit) return
    await pause(answer.pace?.pieceDelayMs, exchange)
    yield chunk
  }
  if (limit === undefined) yield tail
}

/** Splits the byte stream into writes of one size, regardless of events and characters. */
async function* rechunk(chunks: AsyncIterable<WireChunk>, size: number | undefined): AsyncGenerator<WireChunk> {
  if (size === undefined) return yield* chunks
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, Buffer.from(chunk)])
    for (; rest.length >= size; rest = rest.subarray(size)) yield rest.subarray(0, size)
  }
  yield rest
}

async function pause(ms: number | undefined, { gone }: Exchange): Promise<void> {
  if (ms) await delay(ms, undefined, { signal: gone })
}

/** Resolves when the kernel has accepted the bytes, so that a drop directly afterwards loses none. */
function write({ response }: Exchange, chunk: WireChunk): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

function end({ response }: Exchange): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    response.end(resolve)
  })
}

/** Drops the connection. The error tells the request log that the script, not the client, ended the response. */
function drop({ response }: Exchange): void {
  response.destroy(new ScriptDrop('The script dropped the connection.'))
}

function untilGone({ gone }: Exchange): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) resolve()
    else gone.addEventListener('abort', () => resolve(), { once: true })
  })
}
