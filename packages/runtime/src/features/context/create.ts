import type { CreateFeature } from '../../host.js'

/** A context engine may bring tools of its own; each model may have another engine. */
export const createContext: CreateFeature<unknown> = async () => ({
  name: 'context',
  toolsFor: ({ main }) => main.engine?.tools ?? [],
})
