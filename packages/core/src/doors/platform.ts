export type { ChatAddress } from '../contracts/chat-address.js'
export type { PlatformErrorKind } from '../contracts/error-kinds.js'
export { PlatformError, type PlatformErrorOptions } from '../contracts/errors.js'
export type { CallOptions, PlatformAdapter, SendOptions } from '../contracts/platform.js'
export type {
  ButtonPress,
  ChatSender,
  InboundAttachment,
  InboundEvent,
  InboundMessage,
  MediaKind,
  RepliedMessage,
} from '../contracts/platform-inbound.js'
export type { ButtonLimits, MediaLimits, PlatformLimits, TextLimit, TextUnit } from '../contracts/platform-limits.js'
export type {
  Button,
  CommandMenuEntry,
  OutboundFile,
  OutboundMessage,
  OutboundText,
  SentMessage,
} from '../contracts/platform-outbound.js'
