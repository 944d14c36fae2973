import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { Chat, InlineKeyboardMarkup, Message, MessageEntity, Update, User } from '@grammyjs/types'
import type { NetworkFailure } from '@hermes/testkit'
import { type BotMethod, botApiMethods, isBotMethod } from './bot-api-methods.js'
import { type Arguments, readArguments } from './read-arguments.js'

/** A message of the bot as people see it. */
export interface BotMessage {
  readonly messageId: string
  readonly chatId: number
  readonly threadId?: number
  readonly replyTo?: number
  /** All texts that it has shown, the current one last. */
  readonly texts: readonly string[]
  readonly text: string
  readonly entities: readonly MessageEntity[]
  readonly buttons: readonly { readonly label: string; readonly value: string }[]
  readonly file?: { readonly kind: string; readonly name: string; readonly content: Uint8Array }
}

export interface PersonMessage {
  readonly text?: string
  /** Default: the direct chat with Ada. A negative id is a group. */
  readonly chatId?: number
  readonly threadId?: number
  readonly from?: User
  readonly replyTo?: number
  readonly photo?: Uint8Array
  /** Of a photo: all with the same id are one album. */
  readonly albumId?: string
  /** Ogg with Opus. */
  readonly voice?: Uint8Array
}

/** What the Bot API does with the next call of a method; `lost-answer`: it performs it and closes the connection. */
export interface PlannedFailure {
  readonly failure: NetworkFailure
  /** Default: any but those that receive. */
  readonly method?: BotMethod
}

/** A Bot API server with one bot, and the people in its chats. */
export interface FakeTelegram extends AsyncDisposable {
  readonly apiRoot: string
  readonly token: string
  readonly me: User
  readonly messages: readonly BotMessage[]
  readonly commands: readonly { readonly command: string; readonly description: string }[]
  /** How often each method was called. */
  readonly calls: ReadonlyMap<string, number>
  readonly reactions: ReadonlyMap<string, string>
  /** A person writes. @returns the id of the update. */
  say(message: PersonMessage): number
  press(messageId: string, value: string, from?: User): number
  /** Puts an update of another type, or any other, into the queue. */
  emit(update: Omit<Update, 'update_id'>): number
  /** Delivers an update again that was confirmed. */
  redeliver(updateId: number): void
  fail(plan: PlannedFailure): void
  /** Resolves when a call of the method was received, from now on. */
  called(method: BotMethod): Promise<void>
}

export const ada: User = { id: 1001, is_bot: false, first_name: 'Ada' }

export interface FakeTelegramOptions {
  readonly token?: string
  /** Default: a free one. */
  readonly port?: number
  /** Files are named by their path in this folder, as with `--local`, and not given out over HTTP. `isElsewhere`: they are not on this machine. */
  readonly local?: { readonly folder: string; readonly isElsewhere: boolean }
}

function keep(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

class Refusal extends Error {
  readonly code: number
  readonly retryAfter: number | undefined
  constructor(code: number, description: string, retryAfter?: number) {
    super(description)
    this.code = code
    this.retryAfter = retryAfter
  }
}

export async function startFakeTelegram(options: FakeTelegramOptions = {}): Promise<FakeTelegram> {
  const { token = '4711:test-token', local } = options
  const me: User = { id: 4711, is_bot: true, first_name: 'Hermes', username: 'hermes_bot' }
  const pending: Update[] = []
  const past = new Map<number, Update>()
  const messages: BotMessage[] = []
  const calls = new Map<string, number>()
  const reactions = new Map<string, string>()
  const files = new Map<string, Uint8Array>()
  const plans: PlannedFailure[] = []
  const waiting: { readonly method: BotMethod; readonly resolve: () => void }[] = []
  let commands: FakeTelegram['commands'] = []
  let webhook: { readonly url: string; readonly secret: string } | undefined
  let lastUpdate = 100
  let lastMessage = 0
  let wake = Promise.withResolvers<void>()

  const chatOf = (id: number): Chat.PrivateChat | Chat.SupergroupChat =>
    id > 0 ? { id, type: 'private', first_name: 'Ada' } : { id, type: 'supergroup', title: 'Friends' }

  function emit(update: Omit<Update, 'update_id'>): number {
    lastUpdate += 1
    const entry: Update = { update_id: lastUpdate, ...update }
    past.set(lastUpdate, entry)
    pending.push(entry)
    wake.resolve()
    if (webhook) void post(entry)
    return lastUpdate
  }

  async function post(update: Update): Promise<void> {
    if (!webhook) return
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': webhook.secret },
      body: JSON.stringify(update),
    }).catch(() => undefined)
    if (response?.ok) pending.splice(pending.indexOf(update), 1)
  }

  /** Keeps a file for `getFile`. */
  function store(content: Uint8Array) {
    const id = `file-${lastMessage}`
    files.set(id, content)
    return { file_id: id, file_unique_id: id, file_size: content.length }
  }

  /** The message with an id, as the Bot API describes it. */
  function describe(shown: BotMessage): Message {
    return {
      message_id: Number(shown.messageId),
      date: 1_700_000_000,
      chat: chatOf(shown.chatId),
      from: me,
      text: shown.text,
      ...(shown.threadId !== undefined && { message_thread_id: shown.threadId, is_topic_message: true }),
    }
  }

  function chatIdOf({ chat_id: id }: Arguments): number {
    const chat = Number(id)
    if (!Number.isSafeInteger(chat) || chat === 0 || chat === 404) throw new Refusal(400, 'Bad Request: chat not found')
    return chat
  }

  function checkText(text: unknown, entities: unknown, max: number, what: string): readonly MessageEntity[] {
    if (typeof text !== 'string' || text.trim() === '') throw new Refusal(400, `Bad Request: ${what} is empty`)
    if (text.length > max) throw new Refusal(400, `Bad Request: ${what} is too long`)
    const list = (entities ?? []) as readonly MessageEntity[]
    for (const { offset, length } of list) {
      if (length <= 0 || offset < 0 || offset + length > text.length) {
        throw new Refusal(400, 'Bad Request: ENTITY_BOUNDS_INVALID')
      }
    }
    return list
  }

  function buttonsOf(markup: unknown): BotMessage['buttons'] {
    const { inline_keyboard: rows = [] } = (markup ?? {}) as Partial<InlineKeyboardMarkup>
    return rows.flat().map((button) => {
      const value = 'callback_data' in button ? button.callback_data : undefined
      if (value === undefined || Buffer.byteLength(value) > 64 || value === '') {
        throw new Refusal(400, 'Bad Request: BUTTON_DATA_INVALID')
      }
      return { label: button.text, value }
    })
  }

  function show(args: Arguments, shown: Pick<BotMessage, 'text' | 'entities' | 'file'>): Message {
    const chatId = chatIdOf(args)
    const reply = args.reply_parameters as { readonly message_id: number } | undefined
    lastMessage += 1
    const message: BotMessage = {
      messageId: String(lastMessage),
      chatId,
      texts: [shown.text],
      ...shown,
      buttons: buttonsOf(args.reply_markup),
      ...(args.message_thread_id !== undefined && { threadId: Number(args.message_thread_id) }),
      ...(reply && { replyTo: reply.message_id }),
    }
    messages.push(message)
    return describe(message)
  }

  function indexOf({ message_id: id }: Arguments, missing: string): number {
    const index = messages.findIndex(({ messageId }) => messageId === String(id))
    if (index < 0) throw new Refusal(400, `Bad Request: ${missing} not found`)
    return index
  }

  async function sendFile(kind: string, args: Arguments): Promise<Message> {
    const { caption, [kind]: content } = args
    const entities = caption === undefined ? [] : checkText(caption, args.caption_entities, 1024, 'message caption')
    if (!(content instanceof File)) throw new Refusal(400, `Bad Request: there is no ${kind} in the request`)
    if (content.size > (local ? 2000 : 50) * 2 ** 20)
      throw new Refusal(413, 'Request Entity Too Large: file is too big')
    const file = { kind, name: content.name, content: new Uint8Array(await content.arrayBuffer()) }
    return show(args, { text: typeof caption === 'string' ? caption : '', entities, file })
  }

  async function getUpdates(args: Arguments, ended: AbortSignal): Promise<readonly Update[]> {
    if (webhook) throw new Refusal(409, "Conflict: can't use getUpdates method while webhook is active")
    const offset = Number(args.offset ?? 0)
    for (const update of [...pending]) if (update.update_id < offset) pending.splice(pending.indexOf(update), 1)
    if (pending.length === 0) {
      wake = Promise.withResolvers()
      const late = setTimeout(() => wake.resolve(), Number(args.timeout ?? 0) * 1000)
      ended.addEventListener('abort', () => wake.resolve())
      await wake.promise
      clearTimeout(late)
    }
    return pending.slice(0, Number(args.limit ?? 100))
  }

  const handlers: Readonly<Record<BotMethod, (args: Arguments, ended: AbortSignal) => unknown>> = {
    getMe: () => me,
    getUpdates,
    setWebhook(args) {
      webhook = { url: String(args.url), secret: String(args.secret_token) }
      return true
    },
    deleteWebhook() {
      webhook = undefined
      return true
    },
    sendMessage: (args) =>
      show(args, { text: String(args.text), entities: checkText(args.text, args.entities, 4096, 'message text') }),
    editMessageText(args) {
      const index = indexOf(args, 'message to edit')
      const entities = checkText(args.text, args.entities, 4096, 'message text')
      const [before, text, buttons] = [messages[index], String(args.text), buttonsOf(args.reply_markup)]
      if (!before) throw new Refusal(400, 'Bad Request: message to edit not found')
      const isSame = before.text === text && JSON.stringify(before.buttons) === JSON.stringify(buttons)
      if (isSame && JSON.stringify(before.entities) === JSON.stringify(entities)) {
        throw new Refusal(400, 'Bad Request: message is not modified')
      }
      const after = { ...before, text, entities, buttons, texts: [...before.texts, text] }
      messages[index] = after
      return describe(after)
    },
    deleteMessage(args) {
      messages.splice(indexOf(args, 'message to delete'), 1)
      return true
    },
    sendPhoto: (args) => sendFile('photo', args),
    sendDocument: (args) => sendFile('document', args),
    sendAudio: (args) => sendFile('audio', args),
    sendVoice: (args) => sendFile('voice', args),
    sendVideo: (args) => sendFile('video', args),
    sendChatAction: (args) => chatIdOf(args) !== 0,
    setMessageReaction(args) {
      const [first] = (args.reaction ?? []) as readonly { readonly emoji: string }[]
      if (first) reactions.set(String(args.message_id), first.emoji)
      else reactions.delete(String(args.message_id))
      return true
    },
    setMyCommands(args) {
      commands = args.commands as FakeTelegram['commands']
      for (const { command, description } of commands) {
        if (!/^[a-z0-9_]{1,32}$/.test(command) || description === '' || description.length > 256) {
          throw new Refusal(400, 'Bad Request: BOT_COMMAND_INVALID')
        }
      }
      return true
    },
    answerCallbackQuery: () => true,
    getFile({ file_id: id }) {
      const content = files.get(String(id))
      if (!content) throw new Refusal(400, 'Bad Request: wrong file_id or the file is temporarily unavailable')
      const name = `photos/${String(id)}.jpg`
      const file_path = local ? join(local.folder, token, name) : name
      if (local && !local.isElsewhere) keep(file_path, content)
      return { file_id: id, file_unique_id: id, file_size: content.length, file_path }
    },
  }

  function takePlan(method: BotMethod): NetworkFailure | undefined {
    const index = plans.findIndex((plan) => plan.method === undefined || plan.method === method)
    return index < 0 ? undefined : plans.splice(index, 1)[0]?.failure
  }

  const refusals: Readonly<Record<Exclude<NetworkFailure, 'lost-answer'>, () => Refusal>> = {
    auth: () => new Refusal(401, 'Unauthorized'),
    'rate-limit': () => new Refusal(429, 'Too Many Requests: retry after 1', 1),
    gone: () => new Refusal(403, 'Forbidden: bot was blocked by the user'),
    refused: () => new Refusal(400, 'Bad Request: not enough rights'),
    transient: () => new Refusal(500, 'Internal Server Error'),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ended = new AbortController()
    response.once('close', () => ended.abort())
    const path = request.url ?? ''
    const download = new RegExp(`^/file/bot${token}/photos/(.+)\\.jpg$`).exec(path)
    if (download && !local) {
      const content = files.get(download[1] ?? '')
      response.writeHead(content ? 200 : 404).end(content)
      return
    }
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
      const args = await readArguments(request)
      if (given !== token) throw new Refusal(401, 'Unauthorized')
      if (!isBotMethod(method)) throw new Refusal(404, 'Not Found')
      calls.set(method, (calls.get(method) ?? 0) + 1)
      for (const waiter of waiting.filter((each) => each.method === method)) {
        waiting.splice(waiting.indexOf(waiter), 1)
        waiter.resolve()
      }
      const understood: readonly string[] = botApiMethods[method]
      const unknown = Object.keys(args).find((name) => !understood.includes(name))
      if (unknown !== undefined)
        throw new Refusal(400, `Bad Request: the fake knows no parameter ${unknown} of ${method}`)
      const failure = takePlan(method)
      if (failure !== undefined && failure !== 'lost-answer') throw refusals[failure]()
      const result = await handlers[method](args, ended.signal)
      if (failure === 'lost-answer') request.socket.destroy()
      else answer(200, { ok: true, result })
    } catch (error) {
      const { code, message, retryAfter } = error instanceof Refusal ? error : new Refusal(500, String(error))
      const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
      answer(code, { ok: false, error_code: code, description: message, ...parameters })
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    apiRoot: `http://127.0.0.1:${port}`,
    token,
    me,
    messages,
    get commands() {
      return commands
    },
    calls,
    reactions,
    say({ text, chatId = ada.id, threadId, from = ada, replyTo, photo, albumId, voice }) {
      lastMessage += 1
      const replied = messages.find(({ messageId }) => messageId === String(replyTo))
      const common = {
        message_id: lastMessage,
        date: 1_700_000_000 + lastMessage,
        chat: chatOf(chatId),
        from,
        ...(threadId !== undefined && { message_thread_id: threadId, is_topic_message: true as const }),
        ...(replied && { reply_to_message: describe(replied) as NonNullable<Message['reply_to_message']> }),
      }
      const isText = !photo && !voice
      const content = {
        ...(voice && { voice: { ...store(voice), duration: 1, mime_type: 'audio/ogg' } }),
        ...(photo && { photo: [{ ...store(photo), width: 10, height: 10 }] }),
        ...(photo && albumId !== undefined && { media_group_id: albumId }),
        ...(photo && text !== undefined && { caption: text, caption_entities: [...entitiesOf(text)] }),
        ...(isText && { text: text ?? '', entities: [...entitiesOf(text ?? '')] }),
      }
      return emit({ message: { ...common, ...content } } as Omit<Update, 'update_id'>)
    },
    press(messageId, value, from = ada) {
      const pressed = messages.find((message) => message.messageId === messageId)
      if (!pressed) throw new Error(`There is no message ${messageId}.`)
      const query = { id: `query-${lastUpdate}`, from, chat_instance: '1', data: value, message: describe(pressed) }
      return emit({ callback_query: query })
    },
    emit,
    redeliver(updateId) {
      const update = past.get(updateId)
      if (update && !pending.includes(update)) pending.unshift(update)
      wake.resolve()
      if (webhook && update) void post(update)
    },
    fail: (plan) => void plans.push(plan),
    called: (method) => new Promise((resolve) => waiting.push({ method, resolve })),
    async [Symbol.asyncDispose]() {
      wake.resolve()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Mentions and commands, as Telegram finds them. */
function entitiesOf(text: string): readonly MessageEntity[] {
  return Array.from(text.matchAll(/(?<=^|\s)(@\w+|\/\w+(?:@\w+)?)/g), ({ 0: found, index }) => ({
    type: found.startsWith('@') ? 'mention' : 'bot_command',
    offset: index,
    length: found.length,
  }))
}
