import path from 'node:path';
import { SaxesParser } from 'saxes';
import { RefusedSource } from '../model/listed-entity.ts';
import type { FileReading } from './read-bytes.ts';
import { readText } from './read-text.ts';

/** An element of a record, names without prefix. */
export class XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[] = [];
  /** Its own text, that of its elements left out. */
  text = '';

  constructor(name: string, attributes: ReadonlyMap<string, string>) {
    this.name = name;
    this.attributes = attributes;
  }

  /** Elements directly below it. */
  all(...names: string[]): XmlElement[] {
    return this.children.filter(({ name }) => names.includes(name));
  }

  first(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name);
  }

  /** Text of the first element of this name, without outer white space; `''` when there is none. */
  value(...names: string[]): string {
    return (
      this.children.find(({ name, text }) => names.includes(name) && text.trim() !== '')?.text.trim() ?? ''
    );
  }

  /** Texts of all elements of this name that have one. */
  values(...names: string[]): string[] {
    return this.all(...names)
      .map(({ text }) => text.trim())
      .filter((text) => text !== '');
  }

  /** Elements at the end of a path of names. */
  at(...names: string[]): XmlElement[] {
    let found: XmlElement[] = [this];
    for (const name of names) found = found.flatMap((element) => element.all(name));
    return found;
  }

  /** Elements of this name anywhere below it, in the order written. */
  deep(name: string): XmlElement[] {
    return this.children.flatMap((child) =>
      child.name === name ? [child, ...child.deep(name)] : child.deep(name),
    );
  }

  /** Texts of elements of this name anywhere below it that have one. */
  deepValues(name: string): string[] {
    return this.deep(name)
      .map(({ text }) => text.trim())
      .filter((text) => text !== '');
  }

  attribute(name: string): string {
    return this.attributes.get(name)?.trim() ?? '';
  }
}

export type XmlReading = FileReading & {
  /** Names of the elements to yield, whole. */
  records: ReadonlySet<string>;
  /** Name the root element must have. */
  root: ReadonlySet<string>;
  /** Called with the root when it opens: its attributes hold the date of the file. */
  onRoot?: (root: XmlElement) => void;
};

/** A record and its number, 1 and up. */
export interface XmlRecord {
  element: XmlElement;
  number: number;
}

/**
 * Records of an XML file, in batches; no more than one record is held. A record over the cap is rejected.
 * @throws RefusedSource as `readText` does, and for a DOCTYPE, a wrong root, damage, or depth, text or attributes over the caps
 */
export async function* readXml(reading: XmlReading): AsyncGenerator<XmlRecord[]> {
  const cutter = new RecordCutter(reading);
  for await (const text of readText(reading, encodingOf)) {
    cutter.write(text);
    const records = cutter.take();
    if (records.length > 0) yield records;
  }
  cutter.close();
  yield cutter.take();
}

const encodings = new Set(['utf-8', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii']);

/** Encoding an XML declaration names, from a short list. */
function encodingOf(start: Buffer): string {
  const declaration = /^\s*<\?xml[^>]*encoding=["']([^"']*)["']/iu.exec(
    start.subarray(0, 200).toString('latin1'),
  );
  const name = (declaration?.[1] ?? 'utf-8').toLowerCase();
  if (!encodings.has(name)) throw new RefusedSource(`encoding ${name} is not read`);
  return name;
}

class RecordCutter {
  readonly #reading: XmlReading;
  readonly #parser = new SaxesParser({ position: false });
  readonly #open: XmlElement[] = [];
  #done: XmlRecord[] = [];
  #depth = 0;
  #number = 0;
  /** Units of the record so far; `NaN` between records. */
  #size = NaN;
  /** Units since the last tag: text that never ends. */
  #pending = 0;

  constructor(reading: XmlReading) {
    this.#reading = reading;
    this.#parser.on('doctype', () => this.#refuse('has a DOCTYPE'));
    this.#parser.on('error', (error) => this.#refuse(`is damaged: ${error.message.slice(0, 200)}`));
    this.#parser.on('opentagstart', () => void (this.#pending = 0));
    this.#parser.on('opentag', (tag) => this.#opened(tag.name, tag.attributes as Record<string, string>));
    this.#parser.on('closetag', () => this.#closed());
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
  }

  write(text: string): void {
    // Pieces keep what the parser gathers before it reports small enough to be stopped in time.
    for (let at = 0; at < text.length; at += 65_536) {
      const piece = text.slice(at, at + 65_536);
      this.#pending += piece.length;
      if (this.#pending > this.#reading.limits.text + 131_072) this.#refuse('has a text that is too long');
      try {
        this.#parser.write(piece);
      } catch (error) {
        if (error instanceof RefusedSource) throw error;
        this.#refuse(`is damaged: ${(error as Error).message.slice(0, 200)}`);
      }
    }
  }

  close(): void {
    this.#parser.close();
  }

  take(): XmlRecord[] {
    const records = this.#done;
    this.#done = [];
    return records;
  }

  #opened(tagName: string, given: Record<string, string>): void {
    const { limits, records, root } = this.#reading;
    this.#pending = 0;
    this.#depth += 1;
    if (this.#depth > limits.depth) this.#refuse(`is nested deeper than ${limits.depth}`);
    const name = tagName.slice(tagName.indexOf(':') + 1);
    const attributes = new Map<string, string>();
    for (const [key, value] of Object.entries(given)) {
      if (value.length > limits.attribute) this.#refuse('has an attribute that is too long');
      attributes.set(key.slice(key.indexOf(':') + 1), value);
    }
    const element = new XmlElement(name, attributes);
    if (this.#depth === 1) {
      if (!root.has(name)) this.#refuse(`is another format: its root is ${name.slice(0, 50)}`);
      this.#reading.onRoot?.(element);
    }
    const parent = this.#open.at(-1);
    if (parent === undefined && !records.has(name)) return;
    if (parent === undefined) {
      this.#number += 1;
      this.#size = 0;
    }
    // An element costs memory though it has no text.
    this.#size += 100;
    // A record over the cap is read to its end and not kept.
    if (this.#size <= limits.record) parent?.children.push(element);
    this.#open.push(element);
  }

  #closed(): void {
    this.#pending = 0;
    this.#depth -= 1;
    const element = this.#open.pop();
    if (element === undefined || this.#open.length > 0) return;
    const { limits, log, file } = this.#reading;
    if (this.#size > limits.record)
      log.reject(
        `${path.basename(file)}:record ${this.#number}`,
        `the record is larger than ${limits.record}`,
      );
    else this.#done.push({ element, number: this.#number });
    this.#size = NaN;
  }

  #text(text: string): void {
    this.#pending = 0;
    const element = this.#open.at(-1);
    if (element === undefined) return;
    this.#size += text.length;
    if (this.#size > this.#reading.limits.record) return;
    element.text += text;
    if (element.text.length > this.#reading.limits.text) this.#refuse('has a text that is too long');
  }

  #refuse(reason: string): never {
    throw new RefusedSource(`${path.basename(this.#reading.file)} ${reason}`);
  }
}
