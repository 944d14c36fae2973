import { randomUUID } from 'node:crypto'
import { ConfigError, HermesError, type SessionStore } from '@hermes/core'
import type { WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import { messageQueue, putMessage } from '@hermes/platforms/messages'
import { openHost, requireProfile, resolveHome } from '@hermes/runtime'
import { createPauses } from '../chats/connect/pauses.js'
import { outboxQueue } from '../chats/network/queues.js'
import { createLinks } from '../chats/people/links.js'
import { networksOf } from '../chats/people/open-roles.js'
import { createPairing } from '../chats/people/pairing.js'
import { servesHome } from '../service/running/serves-home.js'
import type { GatewayArguments } from './gateway-arguments.js'
import type { GatewayIo } from './gateway-io.js'
import { listPeople } from './list-people.js'
import { queueText } from './send/queue-text.js'
import { unpair } from './unpair.js'
import { writeDeliveries } from './write-deliveries.js'

/** Runs the commands of `hermes gateway` that change the store, whether or not a gateway runs. */
export async function manageChats({ command, profile }: GatewayArguments, io: GatewayIo): Promise<void> {
  const paths = resolveHome(io.env, profile === undefined ? {} : { profile })
  if (profile !== undefined) await requireProfile(paths)
  await using host = await openHost({ paths, variables: io.env })
  const { queue, values } = partsOf(host.store)
  const [pairing, links] = [createPairing(values), createLinks(values)]
  const print = (line: string) => void io.stdout.write(`${line}\n`)
  switch (command.name) {
    case 'people':
      for (const line of await listPeople({ pairing, links })) print(line)
      break
    case 'pair': {
      const { network } = command
      const person = await pairing.approve(network, command.code)
      if (!person)
        throw new HermesError('gateway/pairing', 'There is no open request with this code: ask for a new one.')
      const { userId, address } = person
      await putMessage(queue, `paired-${randomUUID()}`, { network, address, text: 'You are let in: write to me now.' })
      print(`${network}:${userId} may write to the agent now, and is told so.`)
      break
    }
    case 'unpair':
      for (const line of await unpair(command, { pairing, links, networks: networksOf(host.config.platforms) }))
        print(line)
      break
    case 'forget-codes':
      if (!Object.hasOwn(host.config.platforms, command.network)) throw unknownNetwork(command.network)
      print(`Codes of ${command.network} that are not valid any more: ${await pairing.forgetCodes(command.network)}`)
      break
    case 'pause':
      if (!Object.hasOwn(host.config.platforms, command.network)) throw unknownNetwork(command.network)
      await createPauses(values).pause(command.network)
      print(`${command.network} is paused, within seconds.`)
      break
    case 'resume':
      if (!(await createPauses(values).resume(command.network)))
        throw new HermesError('gateway/network', `${command.network} is not paused.`)
      print(`${command.network} is resumed, within seconds.`)
      break
    case 'send': {
      const { target, text } = command
      const { id, network, isPaused } = await queueText(
        { target, text },
        { queue, values, platforms: host.config.platforms },
      )
      const isServed = await servesHome(paths.home, io.env)
      if (isPaused) print(`${id} is sent when ${network} is resumed: hermes gateway resume ${network}`)
      else print(isServed ? `${id} is sent by the running gateway.` : `${id} is sent when a gateway of this home runs.`)
      break
    }
    case 'deliveries':
      if ('replay' in command) {
        await replay(queue, command.replay)
        print(`${command.replay} is sent again.`)
        break
      }
      writeDeliveries(await deliveriesOf(queue), {
        print,
        json: command.json,
        paused: await createPauses(values).list(),
      })
      break
    default:
  }
}

/** The messages that `hermes send` and others stored for a chat until a gateway takes them, and those that the gateway sends. */
const queues = [messageQueue, outboxQueue]

async function deliveriesOf(queue: WorkQueue): Promise<readonly WorkItemRecord[]> {
  const [stored = [], sent = []] = await Promise.all(queues.map((name) => queue.list({ queue: name })))
  // A message keeps its id when it moves from one queue to the other.
  const ids = new Set(sent.map(({ id }) => id))
  return [...sent, ...stored.filter(({ id }) => !ids.has(id))].toSorted((one, other) => one.putAtMs - other.putAtMs)
}

async function replay(queue: WorkQueue, id: string): Promise<void> {
  for (const name of queues) if (await queue.replay({ queue: name, id })) return
  throw new HermesError('queue/not-found', `No message ${id} was given up.`)
}

function unknownNetwork(name: string): HermesError {
  return new HermesError('gateway/network', `There is no network ${name} in the settings.`)
}

function partsOf({ queue, values }: SessionStore) {
  if (queue && values) return { queue, values }
  throw new ConfigError('store', 'Chat networks need a store with a work queue.')
}
