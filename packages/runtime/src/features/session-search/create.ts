import { sessionSearchTools } from '@hermes/tools/session-search'
import type { CreateFeature } from '../../host.js'

export const createSessionSearch: CreateFeature<undefined> = async ({ store }) => ({
  name: 'session-search',
  tools: sessionSearchTools({ store }),
})
