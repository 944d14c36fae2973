import type { Catalog } from '@hermes/safety/language'

/** Answers of `/image` and `/paste`. */
export const attachedImages: Catalog = {
  'No image is attached: /image PATH attaches one to the next message.':
    '没有附加图片：/image PATH 可为下一条消息附上图片。',
  'Your next message carries {0}.': '你的下一条消息带有 {0}。',
  'The clipboard has no image: copy one, or attach a file with /image PATH.':
    '剪贴板中没有图片：请复制一张，或用 /image PATH 附上文件。',
  'The clipboard cannot be read: install pngpaste.': '无法读取剪贴板：请安装 pngpaste。',
  'The clipboard cannot be read: powershell.exe is not in the PATH.': '无法读取剪贴板：PATH 中没有 powershell.exe。',
  'The clipboard cannot be read: install wl-clipboard.': '无法读取剪贴板：请安装 wl-clipboard。',
  'The clipboard cannot be read: install xclip.': '无法读取剪贴板：请安装 xclip。',
  'This terminal has no clipboard to read: attach a file with /image PATH.':
    '此终端没有可读取的剪贴板：请用 /image PATH 附上文件。',
  'The image of the clipboard has more than 10 MB: use a smaller one.': '剪贴板中的图片超过 10 MB：请使用更小的图片。',
  'The clipboard did not answer: attach a file with /image PATH.': '剪贴板没有响应：请用 /image PATH 附上文件。',
  'A message carries at most {0} images: send it, or start again with /image clear.':
    '一条消息最多带 {0} 张图片：请发送，或用 /image clear 重新开始。',
  '{0} does not fit: the images of a message have at most 10 MB together.':
    '{0} 放不下：一条消息的图片总共最多 10 MB。',
}
