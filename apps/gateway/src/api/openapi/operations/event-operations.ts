import type { ApiRoute } from '../api-route.js'

export const eventOperations: readonly ApiRoute[] = [
  {
    method: 'post',
    path: '/webhooks/{route}',
    summary: 'Take an event of another service, which signs it',
    tag: 'Webhooks',
    status: 202,
    isOpen: true,
    answer: 'WebhookReceipt',
    otherAnswers: { 200: { description: 'Nothing to do, and why', answer: 'WebhookReceipt' } },
  },
  {
    method: 'post',
    path: '/platforms/{name}',
    summary: 'Take an event of a chat network, which the network signs',
    tag: 'Platforms',
    isOpen: true,
  },
]
