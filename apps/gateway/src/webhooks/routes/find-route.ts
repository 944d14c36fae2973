import type { WebhookRoute } from '@hermes/runtime'
import type { SubscriptionFile, Subscriptions } from './subscriptions.js'

/**
 * Returns the route of a name, or `undefined` if there is none.
 * @throws {ConfigError} if the route may be in the file of subscriptions, which is damaged.
 */
export type FindRoute = (name: string) => Promise<WebhookRoute | undefined>

/** Routes of the settings come first, so that a damaged file of subscriptions does not affect them. */
export function createFindRoute(
  settings: () => Promise<Subscriptions>,
  subscriptions: Pick<SubscriptionFile, 'read'>,
): FindRoute {
  return async (name) => ownOf(await settings(), name) ?? ownOf(await subscriptions.read(), name)
}

function ownOf(routes: Subscriptions, name: string): WebhookRoute | undefined {
  return Object.hasOwn(routes, name) ? routes[name] : undefined
}
