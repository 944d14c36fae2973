import { clarifyTools } from '@hermes/tools'
import type { CreateFeature } from '../../host.js'

export const createClarify: CreateFeature<undefined> = async ({ questions }) => ({
  name: 'clarify',
  tools: clarifyTools({ clarify: questions.clarify, isAvailable: () => questions.isAttended }),
})
