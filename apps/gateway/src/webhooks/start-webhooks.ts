import { ConfigError } from '@hermes/core'
import type { Handler } from 'hono'
import type { OpenWebhooks, OpenWebhooksOptions } from './open-webhooks.js'
import { openSubscriptions } from './routes/subscriptions.js'

export interface Webhooks {
  /** For `POST /webhooks/:route`. */
  readonly receive: Handler
  stop(): Promise<void>
}

/** Serves webhooks. They are loaded when there is a route, at the latest with the first event. `undefined`: the store has no work queue. */
export async function startWebhooks(
  options: Omit<OpenWebhooksOptions, 'queue' | 'values'>,
): Promise<Webhooks | undefined> {
  const { store, config, paths } = options.runtime
  const { queue, values } = store
  if (!queue || !values) return undefined
  let opened: Promise<OpenWebhooks> | undefined
  const open = () => {
    opened ??= import('./open-webhooks.js').then(({ openWebhooks }) => openWebhooks({ ...options, queue, values }))
    return opened
  }
  // First, so that the owner learns of a damaged file also when there are other routes.
  const isSubscribed = await mayBeSubscribed(paths.home, options.say)
  if (isSubscribed || Object.keys(config.webhooks).length > 0) await open()
  return {
    receive: async (context, next) => (await open()).receive(context, next),
    async stop() {
      await (await opened)?.stop()
    },
  }
}

/** A damaged file may hold some. It does not keep the gateway from serving all else. */
async function mayBeSubscribed(home: string, say: (line: string) => void): Promise<boolean> {
  try {
    return Object.keys(await openSubscriptions(home).read()).length > 0
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    say(error.message)
    return true
  }
}
