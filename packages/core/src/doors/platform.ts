export type { PlatformErrorKind } from '../contracts/errors/error-kinds.js'
export { PlatformError, type PlatformErrorOptions } from '../contracts/errors/errors.js'
export type { ChatAddress } from '../contracts/platform/chat-address.js'
export type { CallOptions, PlatformAdapter, SendOptions } from '../contracts/platform/platform.js'
export type {
  ButtonPress,
  ChatActivity,
  ChatSender,
  ForwardedMessage,
  InboundAttachment,
  InboundEvent,
  InboundMessage,
  MediaKind,
  MemberChange,
  MessageRemoval,
  PlatformEvent,
  ReactionChange,
  RepliedMessage,
} from '../contracts/platform/platform-inbound.js'
export type {
  ButtonLimits,
  MediaLimits,
  PlatformLimits,
  TextLimit,
  TextUnit,
} from '../contracts/platform/platform-limits.js'
export type {
  Button,
  CommandMenuEntry,
  OutboundFile,
  OutboundMessage,
  OutboundText,
  SentMessage,
} from '../contracts/platform/platform-outbound.js'
