import { randomBytes } from 'node:crypto'
import { ConfigError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { findReference, type WebhookFilter, webhookName, webhookRouteSchema } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { readSecret } from '../auth/read-secret.js'
import { checkNames } from './check-names.js'
import { openRoutes, webhooksAddress } from './open-routes.js'

/** `hermes webhook subscribe NAME PROMPT`: uses a new secret, or the sender's. Tools can only be granted in the settings. */
export const subscribe: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [given = '', prompt] = parameters
  const name = webhookName().safeParse(given).data
  if (name === undefined) {
    throw new ConfigError('webhooks', `"${given}" is no name for a webhook: use lower-case letters, digits and dashes.`)
  }
  const routes = await openRoutes(context)
  const { configured, subscribed, file } = routes
  if (Object.hasOwn(configured, name)) {
    throw new ConfigError(
      `webhooks.${name}`,
      `The settings have a webhook "${name}": change it there, or take another name.`,
    )
  }
  if (Object.hasOwn(subscribed, name) && !values.replace) {
    throw new ConfigError(
      `webhooks.${name}`,
      `There is already a webhook "${name}": replace it and its secret with --replace, or take another name.`,
    )
  }
  if (values['deliver-thread'] !== undefined && values['deliver-chat'] === undefined) {
    throw new UsageError('--deliver-thread is a thread of a chat: name it with --deliver-chat.')
  }
  if (values['deliver-only'] && values['cron-job'] !== undefined) {
    throw new UsageError(
      '--deliver-only delivers the prompt, and --cron-job runs a job with it: leave out one of them.',
    )
  }
  const filters = values.filters === undefined ? [] : readFilters(values.filters)
  const isSigned = values.signature !== 'none'
  const isAsked = values['ask-secret'] === true
  if (isAsked && !isSigned) throw new UsageError('--signature none has no secret: leave out --ask-secret.')
  const secret = isAsked ? await readSecret(io, io.t`Secret of the sender: `) : newSecret(values.signature)
  if (secret === undefined) return exitCode.interrupted
  refuseReference(secret)
  const route = webhookRouteSchema().parse({
    ...(isSigned && { secret }),
    prompt,
    filters,
    ...(values.skills !== undefined && { skills: toList(values.skills) }),
    ...(values.script !== undefined && { script: values.script }),
    ...(values['cron-job'] !== undefined && { cron_job: values['cron-job'] }),
    ...(values.coalesce !== undefined && { coalesce: { key: values.coalesce } }),
    ...(values.signature !== undefined && { signature: values.signature }),
    ...(values.events !== undefined && { events: toList(values.events) }),
    ...(values.deliver !== undefined && { deliver: toList(values.deliver) }),
    ...(values['deliver-only'] && { deliver_only: true }),
    ...(values['deliver-chat'] !== undefined && { deliver_extra: chatOf(values['deliver-chat'], values) }),
    ...(values['answer-profile'] !== undefined && { profile: values['answer-profile'] }),
    ...(values.model !== undefined && { model: values.model }),
  })
  await checkNames(route, context)
  await file.write({ ...subscribed, [name]: route })
  const url = `${await webhooksAddress(routes, io.env)}/${name}`
  const isShown = isSigned && !isAsked
  if (values.json) await writeLine(io.stdout, JSON.stringify({ name, url, ...(isShown && { secret }) }, undefined, 2))
  else {
    await writeLine(io.stdout, io.t`URL:     ${url}`)
    if (isShown) await writeLine(io.stdout, io.t`Secret:  ${secret}`)
    await writeLine(
      io.stderr,
      isSigned
        ? io.t`Enter both at the service. From outside of this machine, it needs a public address that leads here.`
        : io.t`Without a signature, only programs of this machine can send events, while the gateway listens on it alone.`,
    )
  }
  return exitCode.ok
}

function chatOf(chat: string, { 'deliver-thread': thread }: { readonly 'deliver-thread'?: string }) {
  return { chat_id: chat, ...(thread !== undefined && { thread_id: thread }) }
}

/** Rejects references to variables, which are only replaced in the settings. @throws {UsageError} */
function refuseReference(secret: string): void {
  const reference = findReference(secret)
  if (!reference) return
  throw new UsageError(
    `The secret contains ${reference.text}, which anyone could send: enter the secret itself, or write the webhook into config.yaml.`,
  )
}

/** Parses `--filters`. @throws {UsageError} when the text is not a list of filters. */
function readFilters(text: string): readonly WebhookFilter[] {
  try {
    return webhookRouteSchema().shape.filters.parse(parseJson(text))
  } catch {
    const example = '[{"path":"action","equals":"opened"}]'
    throw new UsageError(`--filters is no JSON list of filters: write for example '${example}'.`)
  }
}

/** Standard Webhooks has its own format. */
function newSecret(signature = 'standard'): string {
  return signature === 'standard' ? `whsec_${randomBytes(32).toString('base64')}` : randomBytes(32).toString('hex')
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
