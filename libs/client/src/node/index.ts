export { type DownloadedFile, downloadToFile, type FileDownloadOptions } from './download-to-file.js';
export { fileOnDisk } from './file-on-disk.js';
