import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastAnswer } from './conversation.ts'
import { clockDelta, endOfText, readCall, textChunks, textOf, toolCall, wordDelta } from './server-answers.ts'

/**
 * A provider with five scripts, selected by the path before `/v1/chat/completions`:
 *
 * - `/tools/N`: calls the tool N times, then answers. The newest message contains the progress of a conversation as
 *   `turn:K`.
 * - `/reads/N`: the same with `read_file`, one line each.
 * - `/deltas/N`: answers with N deltas of four characters.
 * - `/steady/N`: answers with N deltas of a word, sixty per second, in paragraphs.
 * - `/clock/N`: answers with N deltas, one every 2 ms, that contain their send time.
 *
 * It never parses a body, so that its own time does not hide that of the contenders.
 */
const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.destroy(error instanceof Error ? error : undefined)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, script, count] = (request.url ?? '').split('/')
  const tail = await readTail(request)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (script === 'deltas') return streamText(response, Number(count))
  if (script === 'clock') return streamClock(response, Number(count))
  if (script === 'steady') return streamSteadily(response, Number(count))
  const turn = Number.parseInt(tail.slice(tail.lastIndexOf('turn:') + 5), 10)
  const call = script === 'reads' ? readCall : toolCall
  response.end(turn < Number(count) ? call(turn + 1) : textOf(lastAnswer))
}

/** Reads the last chunks, which contain the newest message. The body may end anywhere within one. */
async function readTail(request: IncomingMessage): Promise<string> {
  let last: Buffer[] = []
  for await (const chunk of request) last = [...last.slice(-2), chunk]
  return Buffer.concat(last).toString('latin1')
}

/** Texts that are created once, so that the server's own time is not measured. */
const texts = new Map<number, readonly Buffer[]>()

async function streamText(response: ServerResponse, count: number): Promise<void> {
  const chunks = texts.get(count) ?? [...textChunks(count)]
  texts.set(count, chunks)
  for (const chunk of chunks) {
    if (!response.write(chunk)) await once(response, 'drain')
  }
  response.end()
}

async function streamSteadily(response: ServerResponse, count: number): Promise<void> {
  const start = performance.now()
  for (let number = 0; number < count; number++) {
    const waitMs = start + (number * 1_000) / 60 - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    response.write(wordDelta(number))
  }
  response.end(endOfText())
}

async function streamClock(response: ServerResponse, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    response.write(clockDelta())
    await sleep(2)
  }
  response.end(endOfText())
}
