/** How many images, and how large ones, a request may hold. */

/**
 * What goes out at most. `count`: with more than 20 images in a request Anthropic takes none above 2000 pixels a side,
 * with fewer none above `side`. `length` is its 5 MB for one image, `total` leaves room for text below the 20 to 32 MB
 * that gateways take for a whole request. Lengths are of base64, in characters.
 */
export const imageLimits = { count: 20, side: 8_000, length: 5_000_000, total: 16_000_000 } as const;
