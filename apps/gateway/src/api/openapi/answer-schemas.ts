import type * as z from 'zod'
import { toolProgressSchema } from '../activity/tool-progress-schema.js'
import {
  capabilitiesSchema,
  modelListSchema,
  modelOptionsSchema,
  modelSchema,
  skillListSchema,
  skillSchema,
  toolsetListSchema,
  toolsetSchema,
} from '../catalog/catalog-schemas.js'
import { chunkSchema, completionEventSchema, completionSchema } from '../completions/completion-schemas.js'
import { usageSchema } from '../completions/usage-schema.js'
import { conversationSchema, deletedConversationSchema } from '../conversations/conversation-schemas.js'
import { deletedFileSchema, fileListSchema, fileSchema } from '../files/file-schemas.js'
import { conversationItemSchema, itemListSchema, outputTextSchema } from '../items/item-schemas.js'
import { jobListSchema, jobRunListSchema, jobRunSchema, jobSchema, requestedRunSchema } from '../jobs/job-schemas.js'
import { detailedHealthSchema, healthSchema } from '../metrics/health-schemas.js'
import { answerReceiptSchema, questionListSchema, questionSchema } from '../questions/question-schemas.js'
import { deletedSchema } from '../request/deleted-schema.js'
import { errorSchema } from '../request/error-schema.js'
import { responseEventSchema } from '../responses/response-event-schema.js'
import { outputMessageSchema, responseSchema, responseUsageSchema } from '../responses/response-schemas.js'
import { runEventSchema } from '../runs/events/run-event-schema.js'
import { runSchema, steerReceiptSchema } from '../runs/events/run-schemas.js'
import { messageListSchema, messageSchema } from '../sessions/message-schema.js'
import {
  chatRunSchema,
  foundMessageListSchema,
  foundMessageSchema,
  sessionListSchema,
  sessionSchema,
} from '../sessions/session-schemas.js'
import { keyUsageListSchema, keyUsageSchema } from '../usage/key-usage-schemas.js'
import { webhookReceiptSchema } from '../webhooks/webhook-receipt-schema.js'
import { documentSchema } from './document-schema.js'

/**
 * The schemas of the server's answers, by the names that generated clients use. The code that answers uses the types of these schemas, but never runs
 * them: only the document loads this file.
 */
export const answerSchemas = {
  Error: errorSchema,
  Health: healthSchema,
  DetailedHealth: detailedHealthSchema,
  Document: documentSchema,
  Model: modelSchema,
  ModelList: modelListSchema,
  Capabilities: capabilitiesSchema,
  Toolset: toolsetSchema,
  ToolsetList: toolsetListSchema,
  Skill: skillSchema,
  SkillList: skillListSchema,
  ModelOptions: modelOptionsSchema,
  ChatCompletion: completionSchema,
  ChatCompletionChunk: chunkSchema,
  ChatCompletionEvent: completionEventSchema,
  ToolProgress: toolProgressSchema,
  Response: responseSchema,
  ResponseEvent: responseEventSchema,
  ResponseUsage: responseUsageSchema,
  OutputMessage: outputMessageSchema,
  OutputText: outputTextSchema,
  Conversation: conversationSchema,
  DeletedConversation: deletedConversationSchema,
  ConversationItem: conversationItemSchema,
  ConversationItemList: itemListSchema,
  File: fileSchema,
  FileList: fileListSchema,
  DeletedFile: deletedFileSchema,
  Run: runSchema,
  RunEvent: runEventSchema,
  SteerReceipt: steerReceiptSchema,
  Question: questionSchema,
  QuestionList: questionListSchema,
  AnswerReceipt: answerReceiptSchema,
  Usage: usageSchema,
  Session: sessionSchema,
  SessionList: sessionListSchema,
  Message: messageSchema,
  MessageList: messageListSchema,
  FoundMessage: foundMessageSchema,
  FoundMessageList: foundMessageListSchema,
  ChatRun: chatRunSchema,
  Job: jobSchema,
  JobList: jobListSchema,
  JobRun: jobRunSchema,
  JobRunList: jobRunListSchema,
  RequestedRun: requestedRunSchema,
  KeyUsage: keyUsageSchema,
  KeyUsageList: keyUsageListSchema,
  WebhookReceipt: webhookReceiptSchema,
  Deleted: deletedSchema,
} as const satisfies Readonly<Record<string, z.ZodType>>

export type AnswerName = keyof typeof answerSchemas
