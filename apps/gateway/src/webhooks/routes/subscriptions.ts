import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { findReference, type WebhookRoute, webhookName, webhookRouteSchema } from '@hermes/runtime'
import { readOptional, replaceFile } from '@hermes/safety/files'
import * as z from 'zod'

export type Subscriptions = Readonly<Record<string, WebhookRoute>>

/** The routes that are added by command, in addition to those of the settings. They are read for each event, so no restart is needed. */
export interface SubscriptionFile {
  /** Reads the routes. @throws {ConfigError} when the file is damaged, or a secret in it is a reference to a variable. */
  read(): Promise<Subscriptions>
  /** Replaces the file, which only its owner can read because it has secrets. */
  write(routes: Subscriptions): Promise<void>
}

export function openSubscriptions(home: string): SubscriptionFile {
  const path = join(home, 'webhook_subscriptions.json')
  return {
    async read() {
      const text = await readOptional(path)
      if (text === undefined) return {}
      const routes = parse(path, text)
      requireSecrets(path, routes)
      return routes
    },
    write: (routes) => replaceFile(path, `${JSON.stringify(routes, undefined, 2)}\n`),
  }
}

function parse(path: string, text: string): Subscriptions {
  try {
    return z.record(webhookName(), webhookRouteSchema()).parse(JSON.parse(text))
  } catch (cause) {
    throw new ConfigError('webhooks', `${path} is not valid: mend it, or remove it and subscribe again.`, { cause })
  }
}

/** References in this file are not replaced, so a reference would itself be the secret. */
function requireSecrets(path: string, routes: Subscriptions): void {
  for (const [name, { secret = '' }] of Object.entries(routes)) {
    const reference = findReference(secret)
    if (!reference) continue
    throw new ConfigError(
      `webhooks.${name}.secret`,
      `${path} has ${reference.text} in the secret of the webhook "${name}", which anyone could send: write the secret itself there, because references are only replaced in config.yaml.`,
    )
  }
}
