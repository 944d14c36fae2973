export type {
  AnswerReceipt,
  Inquiry,
  Outcome,
  QuestionDesk,
  QuestionDeskOptions,
  QuestionDeskServices,
  QuestionSurface,
  StartTimer,
  Unanswered,
} from '../contracts/agent/question-desk.js'
export type {
  AskingRun,
  Clarify,
  ClarifyQuestion,
  NewQuestion,
  Question,
  QuestionAnswer,
  QuestionContext,
  QuestionEvent,
  QuestionQuery,
  QuestionState,
  QuestionTable,
  Settlement,
} from '../contracts/sessions/question.js'
export { createQuestionDesk } from '../questions/create-question-desk.js'
export { describeEnd, describeUnanswered } from '../questions/describe-end.js'
export { offersSession } from '../questions/offers-session.js'
export { createMemoryQuestions } from '../session/memory-questions.js'
