import type { CreateFeature } from '../../host.js'

/** Provides the tools of the context engine, which may differ between models. */
export const createContext: CreateFeature<unknown> = async () => ({
  name: 'context',
  toolsFor: ({ main }) => main.engine?.tools ?? [],
})
