import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import { type WebhookRoute, webhookName, webhookRouteSchema } from '@hermes/runtime'
import { readOptional, replaceFile } from '@hermes/safety/files'
import * as z from 'zod'

export type Subscriptions = Readonly<Record<string, WebhookRoute>>

/** The routes that are added by command, beside those of the settings. Read for each event, so no restart is needed. */
export interface SubscriptionFile {
  /** @throws {ConfigError} when the file is damaged. */
  read(): Promise<Subscriptions>
  /** Replaces the file. Readable by its owner only, because it has secrets. */
  write(routes: Subscriptions): Promise<void>
}

export function openSubscriptions(home: string): SubscriptionFile {
  const path = join(home, 'webhook_subscriptions.json')
  return {
    async read() {
      const text = await readOptional(path)
      if (text === undefined) return {}
      try {
        return z.record(webhookName(), webhookRouteSchema()).parse(JSON.parse(text))
      } catch (cause) {
        throw new ConfigError('webhooks', `${path} is not valid: mend it, or remove it and subscribe again.`, { cause })
      }
    },
    write: (routes) => replaceFile(path, `${JSON.stringify(routes, undefined, 2)}\n`),
  }
}
