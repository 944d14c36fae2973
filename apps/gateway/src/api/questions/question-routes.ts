import type { SessionStore } from '@hermes/core'
import type { Question, QuestionDesk } from '@hermes/core/questions'
import { Hono } from 'hono'
import * as z from 'zod'
import { type Caller, callerOf } from '../request/caller.js'
import { readBody } from '../request/read-body.js'
import { RequestError } from '../request/request-error.js'
import { answerQuestion } from './answer-question.js'
import { answerSchema } from './question-answer.js'
import { toQuestionObject } from './question-object.js'
import type { AnswerReceiptObject, QuestionList } from './question-schemas.js'

export interface QuestionServices {
  readonly questions: QuestionDesk
  readonly store: SessionStore
  readonly source: string
}

export const answerRequestSchema = z.object({ answer: answerSchema })

/** Serves `/api/questions`: the questions of agents in sessions of this API. */
export function questionRoutes(services: QuestionServices): Hono {
  const routes = new Hono()
  routes.get('/', async (context) => {
    const questions = await ownQuestions(callerOf(context, context.req.query('user')), services)
    return context.json({ object: 'list', data: questions.map(toQuestionObject) } satisfies QuestionList)
  })
  routes.post('/:id', async (context) => {
    const { answer } = await readBody(context, answerRequestSchema)
    const id = context.req.param('id')
    const own = await ownQuestions(callerOf(context, context.req.query('user')), services)
    const asked = own.find((question) => question.id === id)
    if (!asked) throw new RequestError(404, 'not_found', `There is no open question "${id}".`)
    const { accepted, question } = await answerQuestion(asked, answer, services)
    return context.json({ accepted, question: toQuestionObject(question) } satisfies AnswerReceiptObject)
  })
  return routes
}

/** Returns the questions of sessions that were created here. For a person, these are only their own sessions. */
async function ownQuestions(
  { userId }: Caller,
  { questions, store, source }: QuestionServices,
): Promise<readonly Question[]> {
  const open = await questions.open()
  const sessions = await Promise.all(open.map(({ rootSessionId }) => store.sessions.get(rootSessionId)))
  return open.filter((_, index) => {
    const session = sessions[index]
    return session?.source === source && (userId === undefined || session.userId === userId)
  })
}
