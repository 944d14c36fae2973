import type { WebhookRoute } from '@hermes/runtime'
import type { SubscriptionFile, Subscriptions } from './subscriptions.js'

/**
 * The route of a name; `undefined` if there is none.
 * @throws {ConfigError} when it may be in the file of subscriptions, which is damaged.
 */
export type FindRoute = (name: string) => Promise<WebhookRoute | undefined>

/** Routes of the settings come first, so that a damaged file of subscriptions does not concern them. */
export function createFindRoute(
  settings: () => Promise<Subscriptions>,
  subscriptions: Pick<SubscriptionFile, 'read'>,
): FindRoute {
  return async (name) => ownOf(await settings(), name) ?? ownOf(await subscriptions.read(), name)
}

function ownOf(routes: Subscriptions, name: string): WebhookRoute | undefined {
  return Object.hasOwn(routes, name) ? routes[name] : undefined
}
