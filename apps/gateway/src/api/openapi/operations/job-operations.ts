import { jobChangesSchema, newJobSchema } from '../../jobs/job-request.js'
import type { ApiRoute } from '../api-route.js'

export const jobOperations: readonly ApiRoute[] = [
  { method: 'get', path: '/api/jobs', summary: 'List the scheduled jobs', tag: 'Jobs', answer: 'JobList' },
  {
    method: 'post',
    path: '/api/jobs',
    summary: 'Add a job',
    tag: 'Jobs',
    body: newJobSchema,
    status: 201,
    answer: 'Job',
  },
  { method: 'get', path: '/api/jobs/{id}', summary: 'Get a job', tag: 'Jobs', answer: 'Job' },
  {
    method: 'get',
    path: '/api/jobs/{id}/runs',
    summary: 'List its runs, newest first',
    tag: 'Jobs',
    answer: 'JobRunList',
  },
  { method: 'patch', path: '/api/jobs/{id}', summary: 'Change it', tag: 'Jobs', body: jobChangesSchema, answer: 'Job' },
  { method: 'delete', path: '/api/jobs/{id}', summary: 'Delete it with its runs', tag: 'Jobs', answer: 'Deleted' },
  { method: 'post', path: '/api/jobs/{id}/pause', summary: 'Pause it', tag: 'Jobs', answer: 'Job' },
  {
    method: 'post',
    path: '/api/jobs/{id}/resume',
    summary: 'Continue with the next due time',
    tag: 'Jobs',
    answer: 'Job',
  },
  {
    method: 'post',
    path: '/api/jobs/{id}/run',
    summary: 'Run it now',
    tag: 'Jobs',
    status: 202,
    answer: 'RequestedRun',
  },
]
