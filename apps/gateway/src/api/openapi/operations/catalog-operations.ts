import type { ApiRoute } from '../api-route.js'

export const catalogOperations: readonly ApiRoute[] = [
  { method: 'get', path: '/openapi.json', summary: 'This document', tag: 'Catalog', answer: 'Document' },
  {
    method: 'get',
    path: '/v1/models',
    summary: 'The names that requests may give as model',
    tag: 'Catalog',
    answer: 'ModelList',
  },
  { method: 'get', path: '/v1/models/{id}', summary: 'One model', tag: 'Catalog', answer: 'Model' },
  {
    method: 'get',
    path: '/v1/capabilities',
    summary: 'What this server can do',
    tag: 'Catalog',
    answer: 'Capabilities',
  },
  { method: 'get', path: '/v1/toolsets', summary: 'The tools of the agent', tag: 'Catalog', answer: 'ToolsetList' },
  { method: 'get', path: '/v1/skills', summary: 'The skills of the agent', tag: 'Catalog', answer: 'SkillList' },
  {
    method: 'get',
    path: '/api/model/options',
    summary: 'The models that can be chosen',
    tag: 'Catalog',
    answer: 'ModelOptions',
  },
]
