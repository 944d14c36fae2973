import type { CreateFeature } from '../../host.js'
import { nameSessions } from './name-sessions.js'

export const createTitles: CreateFeature<unknown> = async ({ auxiliary, store, logger }) => {
  const names = nameSessions({ model: () => auxiliary('title_generation'), store, logger })
  return {
    ...names.plugin,
    name: 'titles',
    isForConversations: true,
    async [Symbol.asyncDispose]() {
      names[Symbol.dispose]()
      await names.settled()
    },
  }
}
