import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError, HermesError } from '@hermes/core'
import { openStore, resolveHome } from '@hermes/runtime'
import { isMissing } from '@hermes/safety'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { loadGateway } from '../gateway/gateway.js'
import { openRoutes } from './open-routes.js'

async function readEvent(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    const why = isMissing(cause) ? `There is no file ${path}.` : `${path} cannot be read.`
    throw new HermesError('cli/file', why, { cause })
  }
}

/** `hermes webhook test NAME FILE`: sends an event without a signature, which a running gateway answers. */
export const testWebhook: CommandHandler = async (context) => {
  const { fillTemplate, queueEvent, servesHome, toWebhookEvent, whyIgnored } = await loadGateway()
  const { io, values, parameters } = context
  const [name = '', path = ''] = parameters
  const { config, variables, configured, subscribed, home } = await openRoutes(context)
  const route = { ...subscribed, ...configured }[name]
  if (!route) throw new ConfigError(`webhooks.${name}`, `There is no webhook "${name}".`)
  const body = await readEvent(resolve(io.workingDirectory, path))
  const headers = new Headers({ 'idempotency-key': `test-${randomUUID()}` })
  if (values.events !== undefined) headers.set('x-event-type', values.events)
  const event = toWebhookEvent({ headers, body }, 'none')
  if (!event) throw new ConfigError('', `${path} is neither JSON nor a form.`)
  const reason = await whyIgnored(event, route, home)
  if (reason !== undefined) {
    await writeLine(io.stderr, io.t`The event is not answered. ${io.t.of(reason)}`)
    if (event.name === undefined && route.events.length > 0) await writeLine(io.stderr, io.t`Name it with --events.`)
    return exitCode.failed
  }
  await writeLine(io.stdout, safeText(fillTemplate(route.prompt, event.data)))
  const paths = resolveHome(io.env, values.profile === undefined ? {} : { profile: values.profile })
  const onTrouble = (sentence: string) => void tell(io, sentence)
  await using store = await openStore(paths, { database: config.database, store: config.store, variables, onTrouble })
  if (!store.queue) throw new ConfigError('store', 'Webhooks need a store with a work queue.')
  const { id } = await queueEvent(store.queue, { name, route, event }, Date.now())
  const targets = route.deliver.join(', ')
  const said = (await servesHome(home, io.env))
    ? io.t`${id} is answered by the running gateway. Answers go to ${targets}.`
    : io.t`No gateway of this home runs here. ${id} is answered when one does. Answers go to ${targets}.`
  await writeLine(io.stderr, said)
  return exitCode.ok
}
