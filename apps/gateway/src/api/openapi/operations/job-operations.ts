import { jobChangesSchema, newJobSchema } from '../../jobs/job-request.js'
import type { ApiRoute } from '../api-route.js'

export const jobOperations: readonly ApiRoute[] = [
  { method: 'get', path: '/api/jobs', summary: 'List the scheduled jobs', tag: 'Jobs' },
  { method: 'post', path: '/api/jobs', summary: 'Add a job', tag: 'Jobs', body: newJobSchema, status: 201 },
  { method: 'get', path: '/api/jobs/{id}', summary: 'Get a job', tag: 'Jobs' },
  { method: 'get', path: '/api/jobs/{id}/runs', summary: 'List its runs, newest first', tag: 'Jobs' },
  { method: 'patch', path: '/api/jobs/{id}', summary: 'Change it', tag: 'Jobs', body: jobChangesSchema },
  { method: 'delete', path: '/api/jobs/{id}', summary: 'Delete it with its runs', tag: 'Jobs' },
  { method: 'post', path: '/api/jobs/{id}/pause', summary: 'Pause it', tag: 'Jobs' },
  { method: 'post', path: '/api/jobs/{id}/resume', summary: 'Continue with the next due time', tag: 'Jobs' },
  { method: 'post', path: '/api/jobs/{id}/run', summary: 'Run it now', tag: 'Jobs', status: 202 },
]
