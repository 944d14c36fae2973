import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.js'
import type { SeeMoment } from './moment.js'
import { answerOf, chunksOf, modelRequest } from './world-model.js'
import {
  busyModeOf,
  createWorldNetwork,
  type NetworkCall,
  type NetworkName,
  networkCall,
  networkNames,
  type WorldNetwork,
} from './world-network.js'

/** How often each intentional fault occurred. */
export interface Faults {
  redeliveries: number
  floods: number
  lostAnswers: number
  cuts: number
  /** How often the network had sent a message, but answered only seconds later. */
  hangs: number
}

/** Everything around the gateway: chat networks and a model, on a port of this machine. */
export interface World extends AsyncDisposable {
  /** Returns the address of the world for a replica. */
  urlOf(replica: string): string
  readonly networks: Readonly<Record<NetworkName, WorldNetwork>>
  readonly faults: Faults
  /** How often the model was asked to start each job. */
  readonly begunJobs: ReadonlyMap<string, number>
  /** Messages that one process asked the model about more than once, for example because its database was unavailable in between. */
  readonly askedAgain: readonly string[]
  /** Content that no conversation may have. */
  readonly problems: readonly string[]
}

export interface WorldOptions {
  readonly random: Random
  readonly see: SeeMoment
}

const pollMs = 1_000
const chunkMs = 4
/** Pause between chunks of an answer, in milliseconds, on networks where messages act on the turn before them and should arrive while it runs. */
const slowChunkMs = 40
const retryAfterMs = 40
const hangMs = 4_000

export async function openWorld({ random, see }: WorldOptions): Promise<World> {
  const networks = {
    keyed: createWorldNetwork('keyed', random),
    plain: createWorldNetwork('plain', random),
    edited: createWorldNetwork('edited', random),
    hasty: createWorldNetwork('hasty', random),
    steered: createWorldNetwork('steered', random),
  }
  const faults: Faults = { redeliveries: 0, floods: 0, lostAnswers: 0, cuts: 0, hangs: 0 }
  const begunJobs = new Map<string, number>()
  const askedAgain: string[] = []
  const problems: string[] = []
  /** The messages that each process has asked the model about. */
  const asked = new Set<string>()

  const isBusy = (mark: string) =>
    networkNames.some((name) => busyModeOf[name] !== 'queue' && networks[name].hasSaid(mark))

  async function poll(network: WorldNetwork, replica: string, confirmed: readonly string[], response: ServerResponse) {
    if (confirmed.length > 0 && see('acknowledge', replica, false)) return
    network.confirm(confirmed)
    if (confirmed.length > 0) see('acknowledge', replica, true)
    if (random.chance(0.1) && network.redeliver()) faults.redeliveries += 1
    const endsAt = performance.now() + pollMs
    while (network.pending().length === 0 && performance.now() < endsAt && !response.destroyed) await sleep(5)
    if (response.destroyed) return
    const events = network.pending()
    if (events.length > 0) see('receive', replica, false)
    if (random.chance(0.03)) {
      faults.cuts += 1
      response.destroy()
      return
    }
    reply(response, 200, { events })
    if (events.length === 0) return
    see('store', replica, true)
    see('claim', replica, true)
  }

  async function change(network: WorldNetwork, replica: string, call: Effect, response: ServerResponse): Promise<void> {
    if (random.chance(0.06)) {
      faults.floods += 1
      reply(response, 429, { retryAfterMs })
      return
    }
    if (see('send', replica, false)) return
    const messageId = call.type === 'send' ? network.send(call) : call.messageId
    if (call.type === 'remove') network.remove(call)
    const isThere = call.type !== 'edit' || network.edit(call)
    see('send', replica, true)
    if (random.chance(0.03)) {
      faults.lostAnswers += 1
      response.destroy()
      return
    }
    if (random.chance(0.04)) {
      faults.hangs += 1
      await sleep(hangMs)
      if (response.destroyed) return
    }
    reply(response, isThere ? 200 : 404, { messageId })
  }

  async function think({ replica, life }: Life, body: unknown, response: ServerResponse): Promise<void> {
    const answer = answerOf(modelRequest.parse(body), isBusy)
    if (answer.mark.startsWith('j')) begunJobs.set(answer.mark, (begunJobs.get(answer.mark) ?? 0) + 1)

    const question = `${life} ${answer.mark}`
    if (answer.isFirst && answer.mark !== '' && asked.has(question)) askedAgain.push(answer.mark)
    asked.add(question)
    for (const mark of answer.repeated) problems.push(`The model was shown ${mark} twice.`)
    see('turn', replica, false)
    if (answer.isSteer) see('steer', replica, false)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of chunksOf(answer)) {
      response.write(chunk)
      await sleep(isBusy(answer.mark) ? slowChunkMs : chunkMs)
      if (response.destroyed) return
      see('turn', replica, true)
      if (answer.isSteer) see('steer', replica, true)
    }
    response.end()
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, life = '', part, name] = (request.url ?? '').split('/')
    const replica = life.replace(/\.\d+$/, '')
    const body: unknown = JSON.parse(await readAll(request))
    if (part === 'model') return think({ replica, life }, body, response)
    const found = networkNames.find((each) => each === name)
    if (part !== 'networks' || !found) return reply(response, 404, {})
    const call = networkCall.parse(body)
    if (call.type === 'poll') await poll(networks[found], replica, call.confirmed, response)
    else await change(networks[found], replica, call, response)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.destroyed) problems.push(`The world failed: ${String(error)}`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    urlOf: (replica) => `http://127.0.0.1:${port}/${replica}`,
    networks,
    faults,
    begunJobs,
    askedAgain,
    problems,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A process of a replica. */
interface Life {
  readonly replica: string
  readonly life: string
}

type Effect = Exclude<NetworkCall, { type: 'poll' }>

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return text
}
