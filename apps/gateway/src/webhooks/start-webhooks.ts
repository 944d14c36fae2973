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
  const routes = { ...config.webhooks, ...(await openSubscriptions(paths.home).read()) }
  if (Object.keys(routes).length > 0) await open()
  return {
    receive: async (context, next) => (await open()).receive(context, next),
    async stop() {
      await (await opened)?.stop()
    },
  }
}
