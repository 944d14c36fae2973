export type {
  Attachment,
  ChatAddress,
  InboundMessage,
  OutboundMessage,
  PlatformAdapter,
  SentMessage,
} from '../contracts/platform.js'
