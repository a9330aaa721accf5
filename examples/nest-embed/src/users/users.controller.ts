import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from './auth.guard.js';
import { TokensService } from './tokens.service.js';
import { CredentialsDto, TokenDto } from './users.dto.js';
import { type User, UsersService } from './users.service.js';

@ApiTags('users')
@Public()
@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly tokens: TokensService,
  ) {}

  @Post('sign-up')
  @ApiCreatedResponse({ type: TokenDto })
  async signUp(@Body() { email, password }: CredentialsDto): Promise<TokenDto> {
    return this.tokenFor(await this.users.signUp(email, password));
  }

  @Post('login')
  @HttpCode(200)
  @ApiOkResponse({ type: TokenDto })
  async logIn(@Body() { email, password }: CredentialsDto): Promise<TokenDto> {
    return this.tokenFor(await this.users.logIn(email, password));
  }

  private tokenFor(user: User): TokenDto {
    const { token, expiresAt } = this.tokens.issue(user);
    return { user_id: user.userId, token, expires_at: new Date(expiresAt).toISOString() };
  }
}
