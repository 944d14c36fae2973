import { answerRequestSchema } from '../../questions/question-routes.js'
import { approvalSchema, newRunSchema, steerSchema } from '../../runs/run-routes.js'
import type { ApiRoute } from '../api-route.js'
import { idempotency, session, user } from '../parameters.js'

export const runOperations: readonly ApiRoute[] = [
  {
    method: 'post',
    path: '/v1/runs',
    summary: 'Start a turn that does not depend on its client',
    tag: 'Runs',
    body: newRunSchema,
    status: 202,
    otherAnswers: { 200: { description: 'The run that this key has started', answer: 'Run' } },
    headers: { ...idempotency, ...session },
    answer: 'Run',
  },
  { method: 'get', path: '/v1/runs/{id}', summary: 'Get a run', tag: 'Runs', query: user, answer: 'Run' },
  {
    method: 'get',
    path: '/v1/runs/{id}/events',
    summary: 'Read its events',
    tag: 'Runs',
    query: { ...user, answers: '`true`: the reader answers questions of the agent' },
    headers: { 'Last-Event-ID': 'the last event that the client has' },
    events: 'RunEvent',
  },
  {
    method: 'post',
    path: '/v1/runs/{id}/stop',
    summary: 'Stop it, or take it out of the queue',
    tag: 'Runs',
    query: user,
    answer: 'Run',
  },
  {
    method: 'post',
    path: '/v1/runs/{id}/steer',
    summary: 'Tell the model something',
    tag: 'Runs',
    body: steerSchema,
    query: user,
    answer: 'SteerReceipt',
  },
  {
    method: 'post',
    path: '/v1/runs/{id}/approval',
    summary: 'Answer the question that it waits for',
    tag: 'Runs',
    body: approvalSchema,
    query: user,
    answer: 'AnswerReceipt',
  },
  {
    method: 'get',
    path: '/api/questions',
    summary: 'List open questions',
    tag: 'Questions',
    query: user,
    answer: 'QuestionList',
  },
  {
    method: 'post',
    path: '/api/questions/{id}',
    summary: 'Answer a question',
    tag: 'Questions',
    body: answerRequestSchema,
    query: user,
    answer: 'AnswerReceipt',
  },
]
