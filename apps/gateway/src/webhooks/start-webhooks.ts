import { ConfigError } from '@hermes/core'
import type { Handler } from 'hono'
import type { OpenWebhooks, OpenWebhooksOptions } from './open-webhooks.js'
import { openSubscriptions } from './routes/subscriptions.js'

export interface Webhooks {
  /** Handles `POST /webhooks/:route`. */
  readonly receive: Handler
  stop(): Promise<void>
}

/** Serves webhooks, whose code is loaded when there is a route, or at the latest with the first event. `undefined` if the store has no work queue. */
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
  // Checked first, so that the owner learns about a damaged file even if there are other routes.
  const isSubscribed = await mayBeSubscribed(paths.home, options.say)
  if (isSubscribed || Object.keys(config.webhooks).length > 0) await open()
  return {
    receive: async (context, next) => (await open()).receive(context, next),
    async stop() {
      await (await opened)?.stop()
    },
  }
}

/** A damaged file may have subscriptions. It does not keep the gateway from serving everything else. */
async function mayBeSubscribed(home: string, say: (line: string) => void): Promise<boolean> {
  try {
    return Object.keys(await openSubscriptions(home).read()).length > 0
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    say(error.message)
    return true
  }
}
