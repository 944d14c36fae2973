import type { ApiRoute } from '../api-route.js'

const probe = {
  method: 'get',
  tag: 'Health',
  isOpen: true,
  answer: 'Health',
  otherAnswers: { 503: { description: 'Not, and why', answer: 'Health' } },
} as const

export const healthOperations: readonly ApiRoute[] = [
  { ...probe, path: '/health', summary: 'Whether the process answers' },
  { ...probe, path: '/v1/health', summary: 'Whether the process answers' },
  { ...probe, path: '/livez', summary: 'Whether the process answers' },
  { ...probe, path: '/readyz', summary: 'Whether turns can run' },
  {
    method: 'get',
    path: '/health/detailed',
    summary: 'What the gateway is doing',
    tag: 'Health',
    answer: 'DetailedHealth',
  },
  {
    method: 'get',
    path: '/metrics',
    summary: 'Its figures, in the text format of Prometheus',
    tag: 'Health',
    isText: true,
  },
  {
    method: 'get',
    path: '/api/usage',
    summary: 'What named keys have spent today',
    tag: 'Usage',
    answer: 'KeyUsageList',
  },
]
