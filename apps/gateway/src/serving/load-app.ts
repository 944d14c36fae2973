import type { RequestListener } from 'node:http'
import { loadOnce } from '@hermes/safety'
import type { AppOptions } from '../api/create-app.js'
import type { Service, ServiceOptions } from './service.js'

/** Loads the routes of the API when they are first needed. They load Node's web classes, which takes longer than the start of the gateway. */
export function createAppLoader(
  profiles: ServiceOptions['profiles'],
  options: Omit<AppOptions, 'profiles'>,
): Service['loadApp'] {
  return loadOnce(async () => {
    const others = Array.from(profiles ?? [], async ([name, { loadApp }]) => [name, { app: await loadApp() }] as const)
    const { createApp } = await import('../api/create-app.js')
    return createApp({ ...options, profiles: new Map(await Promise.all(others)) })
  })
}

/** Loads the server of the API with its routes. */
export async function loadListener({ loadApp }: Pick<Service, 'loadApp'>): Promise<RequestListener> {
  const { toListener } = await import('./to-listener.js')
  return toListener(await loadApp())
}
